import { strFromU8, unzipSync } from 'fflate'
import { refuse } from './malformed.ts'
import { elementAt, elementsOf, rawText, readXml, type XmlElement } from './xml.ts'

export interface SheetRow {
  /** As Excel counts, from 1. */
  readonly row: number
  /** Texts of the cells from column A on; '' where empty. */
  readonly cells: readonly string[]
}

/** The first sheet of an Excel file, every cell as text. Refuses what is no whole .xlsx. */
export function readFirstSheet(file: string, bytes: Uint8Array): SheetRow[] {
  const parts = unzip(file, bytes)
  const part = (name: string): XmlElement => {
    const content = parts[name]
    return content === undefined ? refuse(file, 1, `holds no "${name}": expected an Excel .xlsx`) : readXml(`${file}/${name}`, content)
  }
  const sheet = elementAt(part('xl/workbook.xml'), 'sheets', 'sheet')?.attributes.get('id')
  const relations = elementsOf(part('xl/_rels/workbook.xml.rels').children)
  const target = relations.find(({ attributes }) => attributes.get('Id') === sheet)?.attributes.get('Target')
  if (target === undefined) refuse(file, 1, 'names no sheet: expected one with the list')
  const shared = parts['xl/sharedStrings.xml'] === undefined ? [] : elementsOf(part('xl/sharedStrings.xml').children).map(stringOf)
  const rows = elementsOf(elementAt(part(target.startsWith('/') ? target.slice(1) : `xl/${target}`), 'sheetData')?.children ?? [])
  return rows.map((row, index) => ({ row: Number(row.attributes.get('r') ?? index + 1), cells: cellsOf(row, shared) }))
}

/** No sheet of ours is larger than this once unzipped. */
const mostBytes = 64_000_000

function unzip(file: string, bytes: Uint8Array): Record<string, Uint8Array> {
  if (bytes.length < 4 || strFromU8(bytes.subarray(0, 2)) !== 'PK') refuse(file, 1, 'is no .xlsx: expected a file that begins with "PK"')
  const needed = /^xl\/(?:workbook\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/
  try {
    return unzipSync(bytes, { filter: ({ name, originalSize }) => needed.test(name) && originalSize < mostBytes })
  } catch (error) {
    return refuse(file, 1, `cannot be unzipped (${error instanceof Error ? error.message : String(error)}): is the file whole?`)
  }
}

function cellsOf(row: XmlElement, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of elementsOf(row.children)) {
    const letters = /^[A-Z]+/.exec(cell.attributes.get('r') ?? '')?.[0]
    cells[letters === undefined ? cells.length : columnOf(letters)] = cellText(cell, shared)
  }
  return Array.from(cells, (cell) => cell ?? '')
}

/** `A` is 0, `Z` 25, `AA` 26. */
function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: XmlElement, shared: readonly string[]): string {
  const inline = elementAt(cell, 'is')
  if (inline !== undefined) return stringOf(inline)
  const value = rawText(elementAt(cell, 'v'))
  return (cell.attributes.get('t') === 's' ? (shared[Number(value)] ?? '') : value).trim()
}

/** A string may be plain or in runs of formatted text; the phonetic ones are not part of it. */
function stringOf(holder: XmlElement): string {
  const texts = elementsOf(holder.children).flatMap((child) =>
    child.name === 't' ? [child] : child.name === 'r' ? (elementAt(child, 't') ?? []) : [],
  )
  return texts.map(rawText).join('').trim()
}
