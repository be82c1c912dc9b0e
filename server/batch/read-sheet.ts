import { readOds } from './ods-sheet.ts'
import type { Sheet } from './sheet.ts'
import { sheetRefused } from './sheet-refused.ts'
import { readXlsx, xlsxParts } from './xlsx-sheet.ts'
import { zipParts } from './zip-parts.ts'

/** Largest spreadsheet in bytes. */
export const mostSheetBytes = 10 * 1024 * 1024

/** True if a file begins as a spreadsheet does: a zip, or the container of .xls and of files with a password. */
export function beginsAsSheet(bytes: Uint8Array): boolean {
  return isZip(bytes) || isOldContainer(bytes)
}

/** Reads the sheet of checks of an .xlsx or .ods file. Throws `sheet-refused` if any of it cannot be read. */
export function readSheet(bytes: Uint8Array): Sheet {
  if (bytes.length > mostSheetBytes) throw sheetRefused('La hoja de cálculo pasa de 10 MB', 'The spreadsheet is over 10 MB')
  if (isOldContainer(bytes))
    throw sheetRefused(
      'El fichero lleva contraseña, o es un .xls antiguo: guárdelo como .xlsx sin contraseña',
      'The file has a password, or is an old .xls: save it as .xlsx without a password',
    )
  if (!isZip(bytes)) throw notASheet()
  const parts = zipParts(bytes, (name) => name === 'content.xml' || xlsxParts.test(name))
  const content = parts.get('content.xml')
  if (parts.has('xl/workbook.xml')) return readXlsx(parts)
  if (content === undefined) throw notASheet()
  return readOds(content)
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

function isOldContainer(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

function notASheet() {
  return sheetRefused(
    'El fichero no es una hoja de cálculo .xlsx ni .ods, o está dañado',
    'The file is not a spreadsheet (.xlsx or .ods), or it is damaged',
  )
}
