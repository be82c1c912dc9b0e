import { problemOf } from '../api.ts'
import { useText } from '../session.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { AuditPanel } from './audit.tsx'
import { BasesPanel } from './bases.tsx'
import { CoveragePanel } from './coverage.tsx'
import { KeysPanel } from './keys.tsx'
import { NetworkPanel } from './network.tsx'
import { useServer } from './server-queries.ts'
import { useServidorWords } from './use-words.ts'

/** The administration page: network, keys, knowledge bases and audit. Explains why if the caller lacks the scope. */
export function ServidorPage() {
  const title = useText().pages.servidor
  const words = useServidorWords()
  const { data, error, refetch } = useServer()
  if (problemOf(error)?.code === 'scope-missing')
    return (
      <>
        <h1>{title}</h1>
        <Notice kind="undecided" title={words.notAllowed}>
          <p>{problemOf(error)?.detail}</p>
          <p>{words.howAllowed}</p>
        </Notice>
      </>
    )
  return (
    <>
      <h1>{title}</h1>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <Waiting /> : null : <NetworkPanel server={data} />}
      {data === undefined ? null : (
        <>
          <KeysPanel />
          <BasesPanel />
          <CoveragePanel />
          <AuditPanel />
        </>
      )}
    </>
  )
}
