import { elementsOf, type XmlElement, type XmlNode } from './xml.ts'

/** An HTML table as a Markdown one. A cell that spans several is repeated in each; where the table has no header, that of Markdown stays empty. `cellText` writes what a cell holds. */
export function markdownTable(table: XmlElement, cellText: (nodes: readonly XmlNode[]) => string): string {
  const rows = rowsOf(table)
  const grid = spread(rows, cellText)
  const width = Math.max(0, ...grid.map((row) => row.length))
  if (width === 0) return ''
  const headers = rows.findIndex(({ isHeader }) => !isHeader)
  const count = headers < 0 ? Math.min(1, rows.length) : headers
  const columns = Array.from({ length: width }, (_, column) => column)
  const header = columns.map((column) => [...new Set(grid.slice(0, count).map((row) => row[column] ?? ''))].filter((text) => text !== '').join(' · '))
  const write = (cells: readonly string[]): string => `| ${columns.map((column) => cells[column] ?? '').join(' | ')} |`
  return [write(header), `|${' --- |'.repeat(width)}`, ...grid.slice(count).map(write)].join('\n')
}

interface TableRow {
  readonly isHeader: boolean
  readonly cells: readonly XmlElement[]
}

/** The rows of this table, not those of tables within its cells. */
function rowsOf(table: XmlElement): TableRow[] {
  return elementsOf(table.children).flatMap((child): TableRow[] => {
    if (child.name === 'tr') {
      const cells = elementsOf(child.children).filter(({ name }) => name === 'td' || name === 'th')
      return cells.length === 0 ? [] : [{ isHeader: cells.every(({ name }) => name === 'th'), cells }]
    }
    if (child.name === 'thead') return rowsOf(child).map((row) => ({ ...row, isHeader: true }))
    return child.name === 'tbody' || child.name === 'tfoot' ? rowsOf(child) : []
  })
}

/** No printed table has more columns or rows than a cell may span here. */
const mostSpan = 200

function spread(rows: readonly TableRow[], cellText: (nodes: readonly XmlNode[]) => string): string[][] {
  const grid: string[][] = rows.map(() => [])
  for (const [row, { cells }] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (grid[row]?.[column] !== undefined) column++
      const text = cellText(cell.children).replaceAll('|', '\\|')
      for (let down = 0; down < spanOf(cell, 'rowspan'); down++) {
        for (let right = 0; right < spanOf(cell, 'colspan'); right++) {
          const target = grid[row + down]
          if (target !== undefined) target[column + right] = text
        }
      }
    }
  }
  return grid
}

function spanOf(cell: XmlElement, name: 'rowspan' | 'colspan'): number {
  const span = Number(cell.attributes.get(name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, mostSpan) : 1
}
