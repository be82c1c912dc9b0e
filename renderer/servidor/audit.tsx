import { useMutation } from '@tanstack/react-query'
import type { Client, Outputs } from '../api.ts'
import { useSession } from '../session.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { saveFile } from '../shared/save-file.ts'
import { TableHead } from '../shared/table-head.tsx'
import { momentText } from '../text.ts'
import { useAudit } from './server-queries.ts'
import { useAuditWords, useServidorWords } from './use-words.ts'

type Line = Outputs['listAudit']['items'][number]

/** The audit, newest first, with buttons to check the chain and to export it. */
export function AuditPanel() {
  const words = useServidorWords()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit()
  const { client, language } = useSession()
  const check = useMutation({ mutationFn: () => client.checkAudit.query({}) })
  const save = useMutation({
    mutationFn: async () => {
      const all = (await everyLine(client)).map((line) => `${JSON.stringify(line)}\n`)
      saveFile('plomada-auditoria.ndjson', new Blob(all, { type: 'application/x-ndjson' }))
      return all.length
    },
  })
  const lines = data?.pages.flatMap(({ items }) => items)
  const failed = error ?? check.error ?? save.error
  return (
    <section className="panel">
      <h2>{words.audit}</h2>
      <p>{words.auditHelp}</p>
      <div className="actions">
        <button type="button" disabled={check.isPending} onClick={() => check.mutate()}>
          {words.check}
        </button>
        <button type="button" disabled={save.isPending} onClick={() => save.mutate()}>
          {words.export}
        </button>
        <span role="status">{save.data === undefined ? '' : words.exported(save.data.toLocaleString(language))}</span>
      </div>
      {failed === null ? null : <ErrorNotice error={failed} onRetry={refetch} />}
      {check.data === undefined ? null : <ChainState check={check.data} />}
      {lines === undefined ? <Waiting /> : lines.length === 0 ? <p>{words.auditEmpty}</p> : <LineTable lines={lines} />}
      {hasNextPage ? (
        <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words.more}
        </button>
      ) : null}
    </section>
  )
}

function ChainState({ check: { is_intact, lines, head, broken } }: { readonly check: Outputs['checkAudit'] }) {
  const words = useServidorWords()
  const { language } = useSession()
  return is_intact || broken === null ? (
    <Notice kind="complies" title={words.intact(lines.toLocaleString(language))}>
      <p>{words.headNote}</p>
      {head === null ? null : <code className="long">{`${head.seq}:${head.hash}`}</code>}
    </Notice>
  ) : (
    <Notice kind="fails" title={words.broken(broken.seq.toLocaleString(language))}>
      <p>{words.brokenWhy[broken.why]}</p>
    </Notice>
  )
}

function LineTable({ lines }: { readonly lines: readonly Line[] }) {
  const words = useServidorWords()
  const said = useAuditWords()
  const { language } = useSession()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label={words.audit} tabIndex={0}>
      <table className="audit cards">
        <TableHead columns={[words.line, words.when, words.who, words.from, words.what, words.result]} />
        <tbody>
          {lines.map((line) => (
            <tr key={line.seq}>
              <td data-label={words.line}>{line.seq}</td>
              <td data-label={words.when}>{momentText(line.at, language, 'second')}</td>
              <td data-label={words.who}>{line.who.kind === 'key' ? `${line.who.name} (${line.who.id})` : words.actors[line.who.kind]}</td>
              <td data-label={words.from}>{line.address ?? '—'}</td>
              <td data-label={words.what}>
                <span title={line.operation}>{line.operation === '' ? '—' : (said.operations[line.operation] ?? line.operation)}</span>
                {[
                  line.subject,
                  line.unlisted === undefined ? null : words.unlisted(line.unlisted),
                  line.removed_through === undefined ? null : words.removed(line.removed_through.seq),
                ]
                  .filter((one) => one !== null)
                  .map((one) => (
                    <div key={one} className="help">
                      {one}
                    </div>
                  ))}
              </td>
              <td data-label={words.result}>{line.status === null ? '—' : words.inWords(line.status, said.statuses[line.status] ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Fetches the whole audit, oldest line first. */
async function everyLine(client: Client): Promise<Line[]> {
  const newestFirst: Line[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listAudit.query({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) })
    newestFirst.push(...page.items)
    cursor = page.next_cursor
  }
  return newestFirst.reverse()
}
