/** A cell: absent cells are empty, numbers take the decimal comma of a Spanish spreadsheet. */
export type CsvValue = string | number | undefined

/** What a CSV file begins with, so that a spreadsheet reads it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of CSV with its line end: `;` between cells, quotes where needed. Text that a spreadsheet would run as a formula gets an apostrophe before it, also within a cell, after what another language's spreadsheet takes for a separator. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

/** The place where a formula would begin: a sign of one at the beginning or after a separator, past spaces and quotes. A signed number is none. */
const formula = /((?:^|[,;\t\r\n])[\s"]*)(?=[=@]|[+-](?![\d.]+(?:,\d+)?(?:e[+-]?\d+)?(?:[,;\t\r\n]|$)))/gi

function cellText(cell: CsvValue): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const harmless = cell.replace(/^(?=[\t\r])/, "'").replace(formula, "$1'")
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
