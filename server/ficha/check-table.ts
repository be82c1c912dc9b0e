import type { ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { checkRows } from './check-rows.ts'
import type { Typesetter } from './fallback-font.ts'
import { elementText, type FichaCheck } from './model.ts'
import { resultCell } from './result-cell.ts'
import { groupLine, labelledRows, line, onOneLine, pageWidth, ruled } from './table-rows.ts'

const [mostWholeRows, mostWholeLength] = [20, 1800]
const [labelWidth, resultWidth] = [92, 70]

/** The table of one check. Its heading, repeated on the next page, names the check and its result; the rows give the rules, data and assumptions. */
export function checkTable(check: FichaCheck, type: Typesetter): ContentTable {
  const rows = checkRows(check).flatMap(([label, lines]) => labelledRows(type, label, lines))
  const heading: TableCell[] = [
    { text: type.set(onOneLine(`N.º ${check.number}  ${elementText(check)} · ${check.parameter}`)), colSpan: 2, bold: true, fontSize: 10 },
    '',
    { ...resultCell(check.result), fontSize: 10, alignment: 'center' },
  ]
  return {
    // Keep the check on one page, unless it may fill most of a page.
    unbreakable: rows.length <= mostWholeRows && lengthOf(check) <= mostWholeLength,
    margin: [0, 0, 0, 14],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 2,
      dontBreakRows: true,
      widths: [labelWidth, pageWidth - labelWidth - resultWidth - 12, resultWidth],
      body: [heading, ...rows.map(([label, content]): TableCell[] => [label, { ...content, colSpan: 2 }, ''])],
    },
    layout,
  }
}

const layout: CustomTableLayout = {
  ...ruled,
  hLineWidth: (index, { table: { body } }) => (index === 0 ? 1 : groupLine(index, body)),
  hLineColor: (index) => (index === 0 ? '#000000' : line),
}

/** Number of characters in the texts that may be long. */
function lengthOf({ assumptions, unused, warnings, inputs, missing, undecided, notes }: FichaCheck): number {
  const texts = [
    ...assumptions,
    ...unused,
    ...warnings,
    undecided,
    notes,
    ...inputs.flatMap(({ value, source }) => [value, source]),
    ...missing.map(({ help }) => help),
  ]
  return texts.reduce((total, text) => total + text.length, 0)
}
