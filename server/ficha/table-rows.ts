import type { ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { Run, Typesetter } from './fallback-font.ts'

export const grey = '#555555'
export const line = '#999999'

/** Width of the text on the page, in points. */
export const pageWidth = 487

/** What a row says, and after it, in grey, where that comes from. */
export type RowText = string | readonly [text: string, source: string]

/** A cell of text, set in as many runs as it takes. */
export interface TextCell {
  readonly text: string | { text: string | Run[]; color?: string }[]
  readonly color?: string
}

/** A row that fits no page cannot be kept whole: longer texts are cut into several. */
const mostInRow = 1500

/** Rows of a label and what it stands for: the label beside the first, none where there is nothing to say. */
export function labelledRows(type: Typesetter, label: string, said: readonly RowText[]): [TextCell, TextCell][] {
  const pieces = said.flatMap((one): (readonly [string, string])[] =>
    typeof one === 'string' ? piecesOf(one).map((text) => [text, '']) : [[onOneLine(one[0]), onOneLine(one[1])]],
  )
  return pieces.map(([text, source], index) => [
    { text: index === 0 ? label : '', color: grey },
    { text: [{ text: type.set(text) }, ...(source === '' ? [] : [{ text: type.set(`  ${source}`), color: grey }])] },
  ])
}

/** Lines of a text, none over what a row may hold. */
export function piecesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .filter((one) => one.trim() !== '')
    .flatMap((one) => one.match(new RegExp(`.{1,${mostInRow}}(?:\\s|$)|.{1,${mostInRow}}`, 'gsu')) ?? [])
}

/** A text without its line ends. */
export function onOneLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}

/** A thin line above each label, none between the rows of one. */
export const ruled: CustomTableLayout = {
  hLineWidth: (index, { table: { body } }) => groupLine(index, body),
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => 0,
  paddingRight,
}

/** A thin line under each row, a thicker one under the headings. */
export const hairlines: CustomTableLayout = {
  hLineWidth: (index, { table }) => (index === 0 ? 0 : index === (table.headerRows ?? 0) ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (index, { table }) => (index === (table.headerRows ?? 0) ? '#000000' : line),
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => 0,
  paddingRight,
}

/** The last column ends where the line does. */
function paddingRight(column: number, { table: { widths } }: ContentTable): number {
  return Array.isArray(widths) && column === widths.length - 1 ? 0 : 6
}

/** Width of the line above row `index`: thin over a label and at both ends, none within a group. */
export function groupLine(index: number, body: readonly (readonly TableCell[])[]): number {
  const first = body[index]?.[0]
  const isWithin = typeof first === 'object' && 'text' in first && first.text === ''
  return isWithin ? 0 : 0.5
}
