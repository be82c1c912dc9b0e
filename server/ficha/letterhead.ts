import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import type { Ficha } from './model.ts'
import { grey } from './table-rows.ts'

export type Letterhead = NonNullable<Ficha['office']>

/** The letterhead of the office at the top of the first page; nothing if none is set. */
export function letterhead(office: Letterhead | null, type: Typesetter): Content[] {
  if (office === null) return []
  const { name, address, logo } = office
  const lines = address.split(/\r?\n/).filter((line) => line.trim() !== '')
  const text: Column = {
    width: '*',
    stack: [
      { text: type.set(name), bold: true, fontSize: 10 },
      ...lines.map((line): Content => ({ text: type.set(line), fontSize: 8, color: grey })),
    ],
  }
  const picture: Column[] = logo === null ? [] : [{ width: 130, image: logo, fit: [120, 48] }]
  return [{ columns: [...picture, text], margin: [0, 0, 0, 18] }]
}

/** A page with the letterhead alone, to try it. */
export function letterheadLayout(office: Letterhead, type: Typesetter): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    version: '1.3',
    info: { creationDate: new Date(0) },
    defaultStyle: { font: 'Plex', fontSize: 9 },
    content: letterhead(office, type),
  }
}
