/** A cell: absent cells are empty, numbers take the decimal comma of a Spanish spreadsheet. */
export type Cell = string | number | undefined

/** What a CSV file begins with, so that a spreadsheet reads it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of CSV with its line end: `;` between cells, quotes where needed. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const harmless = /^[=@\t\r]|^[+-](?![\d.,]+(e[+-]?\d+)?$)/i.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
