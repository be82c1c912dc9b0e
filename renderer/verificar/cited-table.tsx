import { articleOf } from '../normativa/address.ts'
import { useAnswer, useText } from '../session.tsx'
import { PrintedTable } from '../shared/printed-table.tsx'
import type { VerdictBody } from './verdict.tsx'

/** The table that gave the limit, as printed, with its cell marked. */
export function CitedTable({ verdict, url }: { readonly verdict: VerdictBody; readonly url: string }) {
  const text = useText()
  const article = useAnswer(['article', url], (client, signal) => client.getArticle.query(articleOf(url), { signal }))
  const [cell] = verdict.cells
  const table = article.data?.tables.find((one) => one.table === cell?.table)
  if (cell !== undefined && table !== undefined) return <PrintedTable table={table} marked={cell} />
  return article.isPending ? null : <p className="help">{text.verdict.noTable}</p>
}
