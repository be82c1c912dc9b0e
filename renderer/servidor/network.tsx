import { Fragment } from 'react'
import type { Outputs } from '../api.ts'
import { useSession } from '../session.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { momentText } from '../text.ts'
import { useServerMutation } from './server-queries.ts'
import { useServidorWords } from './use-words.ts'

/** Network access of the service, TLS certificate, and on the desktop the switch for the local network. */
export function NetworkPanel({ server }: { readonly server: Outputs['getServer'] }) {
  const words = useServidorWords()
  const { language } = useSession()
  const { reach, urls, certificate } = server.network
  const turn = useServerMutation((client, on: boolean) => client.switchLan.mutate({ on }))
  const isOn = reach === 'lan'
  const { version, data_folder, settings, newer_program: newer } = server
  const facts = [
    [words.program, version],
    ...(newer === null ? [] : [[words.newerProgram, words.newerProgramIs(newer.version, newer.files, newer.key_id)]]),
    ...(data_folder === null ? [] : [[words.dataFolder, data_folder]]),
    ...(settings === null ? [] : [[words.allowance, settings.rate_per_minute.toLocaleString(language)]]),
  ]
  return (
    <section className="panel">
      <h2>{words.network}</h2>
      <p>{words.reaches[reach]}</p>
      <dl className="facts">
        {urls.length === 0 ? null : (
          <>
            <dt>{words.addresses}</dt>
            <dd>
              <ul className="plain">
                {urls.map((url) => (
                  <li key={url}>
                    <code className="long">{url}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {certificate === null ? null : (
          <>
            <dt>{certificate.is_own_authority ? words.fingerprint : words.ownFingerprint}</dt>
            <dd>
              <code className="long">{certificate.fingerprint}</code>
            </dd>
            <dt>{words.expires}</dt>
            <dd>{momentText(certificate.expires_at, language, 'day')}</dd>
          </>
        )}
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="long">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {certificate?.is_own_authority ? (
        <p>
          {words.trust}{' '}
          <a href="/ca.crt" download="plomada-ca.crt">
            {words.authorityFile}
          </a>
        </p>
      ) : null}
      {turn.error === null ? null : <ErrorNotice error={turn.error} />}
      {server.can_switch_lan ? (
        <button type="button" className={isOn ? '' : 'main'} disabled={turn.isPending} onClick={() => turn.mutate(!isOn)}>
          {turn.isPending ? words.turning : isOn ? words.turnOff : words.turnOn}
        </button>
      ) : null}
      {server.can_switch_lan ? (
        server.asked_by.kind === 'key' ? (
          <p className="help">{words.untilStop}</p>
        ) : null
      ) : (
        <p className="help">{words.headless}</p>
      )}
    </section>
  )
}
