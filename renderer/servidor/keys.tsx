import { useState } from 'react'
import type { Outputs } from '../api.ts'
import { useSession } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { momentText } from '../text.ts'
import { IssueKeyForm } from './issue-key-form.tsx'
import { NewKey } from './new-key.tsx'
import { useKeys, useServerMutation } from './server-queries.ts'
import { useServidorWords } from './use-words.ts'

type Key = Outputs['listKeys']['items'][number]
type Asked = { readonly act: 'revoke' | 'rotate'; readonly key: Key }

/** The list of keys, with actions to issue, replace and revoke them. */
export function KeysPanel() {
  const words = useServidorWords()
  const { data, error, refetch } = useKeys()
  const [asked, setAsked] = useState<Asked>()
  const [given, setGiven] = useState<Outputs['issueKey']>()
  const revoke = useServerMutation((client, id: number) => client.revokeKey.mutate({ number: id }))
  const rotate = useServerMutation((client, id: number) => client.rotateKey.mutate({ number: id }))
  const confirm = ({ act, key }: Asked): void => {
    setAsked(undefined)
    if (act === 'revoke') revoke.mutate(key.id)
    else rotate.mutate(key.id, { onSuccess: setGiven })
  }
  const failed = error ?? revoke.error ?? rotate.error
  return (
    <section className="panel">
      <h2>{words.keys}</h2>
      {failed === null ? null : <ErrorNotice error={failed} onRetry={refetch} />}
      {given === undefined ? null : <NewKey key={given.text} name={given.key.name} text={given.text} onDone={() => setGiven(undefined)} />}
      {data === undefined ? <Waiting /> : data.total === 0 ? <p>{words.noKeys}</p> : <KeyTable items={data.items} onAsk={setAsked} />}
      {asked === undefined ? null : (
        <div className="confirm" role="alertdialog" aria-labelledby="confirm-key">
          <p id="confirm-key">{asked.act === 'revoke' ? words.confirmRevoke(asked.key.name) : words.confirmRotate(asked.key.name)}</p>
          <div className="actions">
            {/* biome-ignore lint/a11y/noAutofocus: the dialog opens after a click, and the safe choice gets the focus */}
            <button type="button" autoFocus onClick={() => setAsked(undefined)}>
              {words.cancel}
            </button>
            <button type="button" className="main" onClick={() => confirm(asked)}>
              {asked.act === 'revoke' ? words.yesRevoke : words.yesRotate}
            </button>
          </div>
        </div>
      )}
      <IssueKeyForm onGiven={setGiven} />
    </section>
  )
}

function KeyTable({ items, onAsk }: { readonly items: readonly Key[]; readonly onAsk: (asked: Asked) => void }) {
  const words = useServidorWords()
  const { language } = useSession()
  const day = (iso: string): string => momentText(iso, language, 'day')
  const stateOf = ({ revoked_at, expires_at }: Key): string => {
    if (revoked_at !== null) return words.revoked(day(revoked_at))
    return expires_at !== null && Date.parse(expires_at) <= Date.now() ? words.expired : words.valid
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label={words.keys} tabIndex={0}>
      <table className="keys cards">
        <thead>
          <tr>
            {[words.name, words.state, '', words.scopes, words.expiry, words.lastUse, words.begins, words.line].map((heading, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings do not move
              <th key={column} scope="col">
                {heading === '' ? <span className="unseen">{words.what}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((key) => (
            <tr key={key.id}>
              <th scope="row">{key.name}</th>
              <td data-label={words.state}>{stateOf(key)}</td>
              <td className="acts">
                {key.revoked_at === null
                  ? (['rotate', 'revoke'] as const).map((act) => (
                      <button
                        key={act}
                        type="button"
                        className="quiet"
                        aria-label={`${words[act]} ${key.name} (${key.id})`}
                        onClick={() => onAsk({ act, key })}
                      >
                        {words[act]}
                      </button>
                    ))
                  : null}
              </td>
              <td data-label={words.scopes}>
                {[...key.scopes.map((scope) => words.scopeNames[scope] ?? scope), ...limitsOf(key, words)].join(', ')}
              </td>
              <td data-label={words.expiry}>{key.expires_at === null ? words.never : day(key.expires_at)}</td>
              <td data-label={words.lastUse}>{key.last_used_at === null ? words.never : momentText(key.last_used_at, language)}</td>
              <td data-label={words.begins}>
                <code>{key.prefix}…</code>
              </td>
              <td data-label={words.line}>{key.id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The limits of a key, in words. */
function limitsOf({ projects, reading_only, group }: Key, words: ReturnType<typeof useServidorWords>): string[] {
  return [
    ...(projects === null ? [] : [words.onlyProjects(projects.length)]),
    ...(reading_only ? [words.onlyReading] : []),
    ...(group === null ? [] : [words.ofGroup(group)]),
  ]
}
