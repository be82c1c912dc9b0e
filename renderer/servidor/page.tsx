import { problemOf } from '../api.ts'
import { Link, useRoute } from '../route.tsx'
import { useText } from '../session.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { AuditPanel } from './audit.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { BasesPanel } from './bases.tsx'
import { CoveragePanel } from './coverage.tsx'
import { KeysPanel } from './keys.tsx'
import { NetworkPanel } from './network.tsx'
import { OfficePanel } from './office.tsx'
import { useServer } from './server-queries.ts'
import { useServidorWords } from './use-words.ts'

/** The sections of the page, each at its own address; the first one also at that of the page. */
const sections = {
  red: ServerNetwork,
  claves: KeysPanel,
  oficina: OfficePanel,
  base: BasesPanel,
  carencias: CoveragePanel,
  auditoria: AuditPanel,
} as const
type SectionName = keyof typeof sections
// Safe cast: the keys of a constant.
const names = Object.keys(sections) as SectionName[]

/** The administration page: network, keys, knowledge bases, coverage and audit. Explains how to get in if the caller lacks the scope. */
export function ServidorPage() {
  const title = useText().pages.servidor
  const words = useServidorWords()
  const [, , asked = ''] = useRoute().path.split('/')
  const shown = asked === '' ? 'red' : names.find((one) => one === asked)
  usePageTitle(shown === undefined ? undefined : words.sections[shown])
  const { error, refetch } = useServer()
  const Section = shown === undefined ? undefined : sections[shown]
  if (problemOf(error)?.code === 'scope-missing')
    return (
      <>
        <h1>{title}</h1>
        <Notice kind="undecided" title={words.notAllowed}>
          <p>{problemOf(error)?.detail}</p>
          <p>{words.howAllowed}</p>
          <p>
            <code className="long">{words.allowedCommand}</code>
          </p>
        </Notice>
      </>
    )
  return (
    <>
      <h1>{title}</h1>
      <nav className="sections" aria-label={words.sectionList}>
        {names.map((one) => (
          <Link key={one} to={`/servidor/${one}`} current={one === shown ? 'page' : undefined}>
            {words.sections[one]}
          </Link>
        ))}
      </nav>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {Section === undefined ? <Notice kind="undecided" title={words.noSection} /> : <Section />}
    </>
  )
}

function ServerNetwork() {
  const { data, error } = useServer()
  if (data !== undefined)
    return (
      <>
        <NetworkPanel server={data} />
        <BackupPanel backup={data.backup} />
      </>
    )
  return error === null ? <Waiting /> : null
}
