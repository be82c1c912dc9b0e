import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { figure, momentText } from '../text.ts'
import { DamagedCopy, hindrance, useForgetCopy, useKeepCopy, useKeptCopy, useOfferedCopy } from './use-device-copy.ts'

/** What the files of the pages take over the wire, about. */
const pagesBytes = 720_000

/** Keeps the base on this device for use without a network, and says what works then. */
export function SinConexionPage() {
  const text = useText()
  const words = text.sinConexion
  const { isTabOnly } = useSession()
  const why = hindrance() ?? (isTabOnly ? 'tab' : undefined)
  return (
    <>
      <h1>{text.pages['sin-conexion']}</h1>
      <p className="intro">{words.intro}</p>
      {why === undefined ? <Copy /> : <Notice kind="undecided" title={words[why]} />}
      <div className="side-by-side">
        <section>
          <h2>{words.works}</h2>
          <ul>
            {words.worksList.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{words.fails}</h2>
          <ul>
            {words.failsList.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function Copy() {
  const words = useText().sinConexion
  const { language } = useSession()
  const kept = useKeptCopy()
  const offered = useOfferedCopy(true)
  const keep = useKeepCopy()
  const forget = useForgetCopy()
  if (kept.data === undefined) return <Waiting />
  const copy = kept.data
  const isCurrent = copy !== null && offered.data?.kb.sha256 === copy.kb.sha256
  const standing = offered.data === undefined ? words.unknown : isCurrent ? words.current : words.older(offered.data.kb.version)
  return (
    <section className="panel">
      <h2>{words.kept}</h2>
      {copy === null ? (
        <p>{words.none}</p>
      ) : (
        <>
          <p role="status">
            {words.base} {copy.kb.version} · {copy.kb.sha256.slice(0, 12)}. {words.savedAt}: {momentText(copy.savedAt, language)}. {words.sizeKept}:{' '}
            {megabytes(copy.bytes, language)}.
          </p>
          {offered.isPending ? null : <p className={isCurrent ? 'help' : ''}>{standing}</p>}
        </>
      )}
      {offered.data === undefined || isCurrent ? null : (
        <>
          <p>
            {words.size(megabytes(offered.data.bytes, language), megabytes(pagesBytes, language), megabytes(offered.data.unpacked_bytes, language))}
          </p>
          <p className="help">{words.notShared}</p>
        </>
      )}
      {offered.error === null || copy !== null ? null : <ErrorNotice error={offered.error} onRetry={() => offered.refetch()} />}
      {keep.error === null ? null : keep.error instanceof DamagedCopy ? (
        <Notice kind="undecided" title={words.damaged} />
      ) : (
        <ErrorNotice error={keep.error} />
      )}
      <div className="actions">
        {offered.data === undefined || isCurrent ? null : (
          <button type="button" className="main" disabled={keep.isPending} onClick={() => keep.mutate(offered.data)}>
            {keep.isPending ? words.saving : copy === null ? words.save : words.update}
          </button>
        )}
        {copy === null ? null : (
          <button type="button" onClick={() => forget.mutate()}>
            {words.remove}
          </button>
        )}
      </div>
    </section>
  )
}

function megabytes(bytes: number, language: 'es' | 'en'): string {
  return `${figure(Math.round(bytes / 100_000) / 10, language)} MB`
}
