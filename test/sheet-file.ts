import { strToU8, type Zippable, zipSync } from 'fflate'

/** A cell as it is in the file: the attributes and content of `<c>`; a number or a text is written as a program writes it. */
export type FileCell = string | number | { readonly attributes?: string; readonly content: string } | undefined

/** An .xlsx as programs write it, with shared texts. `sheets` are rows by name; `more` adds XML after the rows of the first one. */
export function xlsxFile(sheets: Readonly<Record<string, readonly (readonly FileCell[])[]>>, more = '', parts: Zippable = {}): Uint8Array {
  const texts: string[] = []
  const cell = (value: FileCell, row: number, column: number): string => {
    const at = `r="${String.fromCharCode(65 + column)}${row}"`
    if (value === undefined) return ''
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
    if (typeof value === 'object') return `<c ${at} ${value.attributes ?? ''}>${value.content}</c>`
    return `<c ${at} t="s"><v>${texts.push(value) - 1}</v></c>`
  }
  const names = Object.keys(sheets)
  const xml = Object.values(sheets).map(
    (rows, index) =>
      `<worksheet><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, row + 1, column)).join('')}</row>`).join('')}</sheetData>${index === 0 ? more : ''}</worksheet>`,
  )
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00&quot; días&quot;"/><numFmt numFmtId="165" formatCode="dd\\/mm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`),
    ...Object.fromEntries(xml.map((text, at) => [`xl/worksheets/sheet${at}.xml`, strToU8(text)])),
    ...parts,
  })
}

/** An .ods with this XML within its one table. */
export function odsFile(rows: string, name = 'Hoja1'): Uint8Array {
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="${name}">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
  return zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': strToU8(content) })
}
