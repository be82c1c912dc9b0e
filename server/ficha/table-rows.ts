import type { ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { Run, Typesetter } from './fallback-font.ts'

export const grey = '#555555'
export const line = '#999999'

/** Width of the text on the page, in points. */
export const pageWidth = 487

/** The text of a row, optionally followed by its source, which is printed in grey. */
export type RowText = string | readonly [text: string, source: string]

/** A table cell with text in one or more runs. */
export interface TextCell {
  readonly text: string | { text: string | Run[]; color?: string }[]
  readonly color?: string
}

/** Most characters in a row. Longer texts are split into several rows, because a row must fit on a page. */
const mostInRow = 1500

/** Rows with a label beside the first; no rows if there is no text. */
export function labelledRows(type: Typesetter, label: string, texts: readonly RowText[]): [TextCell, TextCell][] {
  const pieces = texts.flatMap((one): (readonly [string, string])[] =>
    typeof one === 'string' ? piecesOf(one).map((text) => [text, '']) : [[onOneLine(one[0]), onOneLine(one[1])]],
  )
  return pieces.map(([text, source], index) => [
    { text: index === 0 ? label : '', color: grey },
    { text: [{ text: type.set(text) }, ...(source === '' ? [] : [{ text: type.set(`  ${source}`), color: grey }])] },
  ])
}

/** Splits a text into lines that fit in a row. */
export function piecesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .filter((one) => one.trim() !== '')
    .flatMap((one) => one.match(new RegExp(`.{1,${mostInRow}}(?:\\s|$)|.{1,${mostInRow}}`, 'gsu')) ?? [])
}

/** Replaces line ends by spaces. */
export function onOneLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}

/** Table layout with a thin line above each label and none between the rows of the same label. */
export const ruled: CustomTableLayout = {
  hLineWidth: (index, { table: { body } }) => groupLine(index, body),
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => 0,
  paddingRight,
}

/** Table layout with a thin line under each row and a thicker one under the headings. */
export const hairlines: CustomTableLayout = {
  hLineWidth: (index, { table }) => (index === 0 ? 0 : index === (table.headerRows ?? 0) ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (index, { table }) => (index === (table.headerRows ?? 0) ? '#000000' : line),
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
  paddingLeft: () => 0,
  paddingRight,
}

/** Right padding of a column: none for the last, so that it ends with the line. */
function paddingRight(column: number, { table: { widths } }: ContentTable): number {
  return Array.isArray(widths) && column === widths.length - 1 ? 0 : 6
}

/** Width of the line above row `index`: 0.5 above a label and at both ends of the table, 0 inside a group. */
export function groupLine(index: number, body: readonly (readonly TableCell[])[]): number {
  const first = body[index]?.[0]
  const isWithin = typeof first === 'object' && 'text' in first && first.text === ''
  return isWithin ? 0 : 0.5
}
