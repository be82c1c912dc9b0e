/** The value of a CSV cell. Undefined is written as an empty cell, a number with a decimal comma for Spanish spreadsheets. */
export type CsvValue = string | number | undefined

/** A CSV file begins with this mark so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One line of CSV with its line end: cells separated by `;`, quoted if necessary. An apostrophe is inserted before text that a spreadsheet would run
 * as a formula. This also applies inside a cell, after a comma or another character that a spreadsheet may take for a separator.
 */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

/** Matches where a formula would begin: before `=`, `@`, `+` or `-`, at the start or after a separator, spaces and quotes. Excludes signed numbers. */
const formulaStart = /((?:^|[,;\t\r\n])[\s"]*)(?=[=@]|[+-](?![\d.]+(?:,\d+)?(?:e[+-]?\d+)?(?:[,;\t\r\n]|$)))/gi

function cellText(cell: CsvValue): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const harmless = cell.replace(/^(?=[\t\r])/, "'").replace(formulaStart, "$1'")
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
