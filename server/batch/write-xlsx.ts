import { strToU8, zipSync } from 'fflate'
import { cellName } from './sheet.ts'
import { xmlHead, xmlText } from './xml-text.ts'

/** A sheet to write. Its first row is the heading: bold, and it stays in view. */
export interface SheetToWrite {
  readonly name: string
  readonly rows: readonly (readonly (string | number)[])[]
  /** Width of each column in characters. */
  readonly widths: readonly number[]
}

// The day that zip files can first name, so that the same sheets give the same bytes.
const zipDay = '1980-01-01T00:00:00'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The media type of .xlsx. */
export const xlsxType = `${type}.sheet`

/** Writes sheets as an .xlsx file. The same sheets give the same bytes. */
export function writeXlsx(sheets: readonly SheetToWrite[]): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(sheets, (_, at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(sheets, ({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${each(sheets, (_, at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
  for (const [index, sheet] of sheets.entries()) files[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet)
  const bytes = Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xmlHead + xml)]))
  return new Uint8Array(zipSync(bytes, { mtime: zipDay, level: 6 }))
}

function each(sheets: readonly SheetToWrite[], write: (sheet: SheetToWrite, number: number) => string): string {
  return sheets.map((sheet, index) => write(sheet, index + 1)).join('')
}

function sheetXml({ rows, widths }: SheetToWrite): string {
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')
  const lines = rows.map((cells, index) => `<row r="${index + 1}">${cells.map((cell, column) => cellXml(cell, column, index + 1)).join('')}</row>`)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: string | number, column: number, row: number): string {
  if (cell === '') return ''
  const head = `<c r="${cellName(column, row)}" s="${row === 1 ? 1 : 0}"`
  return typeof cell === 'number' ? `${head}><v>${cell}</v></c>` : `${head} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}
