import type { Content } from 'pdfmake/interfaces.js'
import { checkTable } from './check-table.ts'
import { openSections } from './coverage.ts'
import type { Typesetter } from './fallback-font.ts'
import type { Ficha, FichaCheck } from './model.ts'
import { grey, labelledRows, pageWidth, ruled } from './table-rows.ts'

/** The checks under the title of their document, and after each document its sections with requirements that are left open. */
export function checksByDocument({ checks, requirements }: Ficha, type: Typesetter): Content[] {
  const byDocument = Map.groupBy(checks, ({ document }) => document)
  return [...byDocument].flatMap(([document, own]) => [
    ...underTitle(document === '' ? 'Sin norma en la base' : document, withoutRepeated(own), type),
    ...commonNotices(own, type),
    ...openSections(
      requirements.find((one) => one.document === document),
      type,
    ),
  ])
}

/** The notices that every check of a document has are printed once, after its checks. */
function repeatedNotices([first, ...rest]: readonly FichaCheck[]): readonly string[] {
  return rest.length === 0 ? [] : (first?.warnings.filter((one) => rest.every(({ warnings }) => warnings.includes(one))) ?? [])
}

function withoutRepeated(own: readonly FichaCheck[]): readonly FichaCheck[] {
  const repeated = repeatedNotices(own)
  return own.map((check) => ({ ...check, warnings: check.warnings.filter((one) => !repeated.includes(one)) }))
}

function commonNotices(own: readonly FichaCheck[], type: Typesetter): Content[] {
  const rows = labelledRows(type, 'Avisos', repeatedNotices(own))
  if (rows.length === 0) return []
  return [
    { text: 'Para todas las comprobaciones de esta norma:', margin: [0, 0, 0, 3] },
    { table: { widths: [92, pageWidth - 92 - 6], dontBreakRows: true, body: rows }, layout: ruled, margin: [0, 0, 0, 10] },
  ]
}

/** The title stays on the page of the first check. */
function underTitle(document: string, [first, ...rest]: readonly FichaCheck[], type: Typesetter): Content[] {
  if (first === undefined) return []
  const { unbreakable, ...table } = checkTable(first, type)
  const title: Content = { text: type.set(document), bold: true, fontSize: 11, color: grey, margin: [0, 4, 0, 6] }
  return [{ unbreakable, stack: [title, table] }, ...rest.map((check) => checkTable(check, type))]
}
