import type { UseQueryResult } from '@tanstack/react-query'
import type { Outputs } from '../api.ts'
import { articleOf } from '../normativa/address.ts'
import { useAnswer, useText } from '../session.tsx'
import { Markdown } from '../shared/markdown.tsx'
import { PrintedTable } from '../shared/printed-table.tsx'
import type { VerdictBody } from './use-verdict.ts'

/** The first article that a verdict cites. */
export function useCitedArticle({ sources: [source] }: VerdictBody): UseQueryResult<Outputs['getArticle']> {
  const url = source?.url ?? ''
  return useAnswer(['article', url], (client, signal) => client.getArticle.query(articleOf(url), { signal }), url === '' ? 'wait' : 'ask')
}

/** The printed table that the limit comes from, with its cell marked; or the words of the article. */
export function CitedTable({ verdict }: { readonly verdict: VerdictBody }) {
  const text = useText()
  const article = useCitedArticle(verdict)
  const [cell] = verdict.cells
  const table = article.data?.tables.find((one) => one.table === cell?.table)
  if (cell !== undefined && table !== undefined) return <PrintedTable table={table} marked={cell} />
  // The paragraph that the rule cites stands above; without one, the article itself is shown.
  if (article.data === undefined || verdict.sources[0]?.statement !== undefined) return null
  return (
    <>
      <p className="help">{text.verdict.sentence}</p>
      <blockquote className="sentence" lang="es">
        <Markdown source={article.data.content} />
      </blockquote>
    </>
  )
}
