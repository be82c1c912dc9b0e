import { strToU8, zipSync } from 'fflate'

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const namespaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** An Excel file with one sheet, as Excel writes it: shared strings, numeric cells, no empty cells. */
export function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const shared: string[] = []
  const cell = (value: string | number, row: number, column: number): string => {
    const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`
    if (value === '') return ''
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
    shared.push(value)
    return `<c ${place} t="s"><v>${shared.length - 1}</v></c>`
  }
  const lines = rows.map((cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`).join('')
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><workbook ${namespaces}><sheets><sheet name="dic26" sheetId="1" r:id="rId3"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="styles.xml"/><Relationship Id="rId3" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst ${namespaces}>${shared.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet ${namespaces}><sheetData>${lines}</sheetData></worksheet>`),
  })
}
