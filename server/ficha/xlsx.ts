import { type SheetToWrite, writeXlsx } from '../batch/write-xlsx.ts'
import { fichaRows } from './csv.ts'
import { coverageFacts, identificationFacts } from './facts.ts'
import type { Ficha } from './model.ts'

/** The ficha as a spreadsheet: its data, its checks (numbers as numbers) and what is still open by document. The same ficha gives the same bytes. */
export function fichaXlsx(ficha: Ficha): Uint8Array<ArrayBuffer> {
  const rows = fichaRows(ficha)
  const sheets: readonly SheetToWrite[] = [
    { name: 'Ficha', widths: [26, 60, 44], rows: [['Dato', 'Valor', 'Origen'], ...identificationFacts(ficha).map((fact) => [...fact])] },
    {
      name: 'Comprobaciones',
      widths: (rows[0] ?? []).map((_, column) => (column < 2 ? 8 + column * 24 : 22)),
      rows: rows.map((row) => row.map(cell)),
    },
    { name: 'Exigencias', widths: [60, 12, 20, 20, 12], rows: coverageFacts(ficha) },
  ]
  return writeXlsx(sheets)
}

/** A number in a cell keeps its type where a spreadsheet holds all its digits. */
function cell(text: string, column: number): string | number {
  const isNumber = column > 0 && /^[-−]?\d{1,10}(,\d{1,5})?$/.test(text)
  return isNumber ? Number(text.replace('−', '-').replace(',', '.')) : text
}
