import { problemOf } from '../api.ts'
import { useText } from '../session.tsx'
import { Notice, Trouble, Waiting } from '../shared/states.tsx'
import { AuditPanel } from './audit.tsx'
import { BasePanel } from './base.tsx'
import { CoveragePanel } from './coverage.tsx'
import { KeysPanel } from './keys.tsx'
import { NetworkPanel } from './network.tsx'
import { useServer } from './store.ts'
import { useServidorWords } from './words.ts'

/** For administrators: network, keys, base and audit of the installation. Anybody else is told why not. */
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
      {error === null ? null : <Trouble error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <Waiting /> : null : <NetworkPanel server={data} />}
      {data === undefined ? null : (
        <>
          <KeysPanel />
          <BasePanel />
          <CoveragePanel />
          <AuditPanel />
        </>
      )}
    </>
  )
}
