import type { Content } from 'pdfmake/interfaces.js'
import { checkTable } from './check-table.ts'
import { openSections } from './coverage.ts'
import type { Typesetter } from './fallback-font.ts'
import type { Ficha, FichaCheck } from './model.ts'
import { grey } from './table-rows.ts'

/** The checks under the title of their document, and after each document its sections with requirements that are left open. */
export function checksByDocument({ checks, requirements }: Ficha, type: Typesetter): Content[] {
  const byDocument = Map.groupBy(checks, ({ document }) => document)
  return [...byDocument].flatMap(([document, own]) => [
    ...underTitle(document === '' ? 'Sin norma en la base' : document, own, type),
    ...openSections(
      requirements.find((one) => one.document === document),
      type,
    ),
  ])
}

/** The title stays on the page of the first check. */
function underTitle(document: string, [first, ...rest]: readonly FichaCheck[], type: Typesetter): Content[] {
  if (first === undefined) return []
  const { unbreakable, ...table } = checkTable(first, type)
  const title: Content = { text: type.set(document), bold: true, fontSize: 11, color: grey, margin: [0, 4, 0, 6] }
  return [{ unbreakable, stack: [title, table] }, ...rest.map((check) => checkTable(check, type))]
}
