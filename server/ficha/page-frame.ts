import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Run } from './fallback-font.ts'
import { grey } from './table-rows.ts'

const margin = { side: 54, top: 64, bottom: 60 }

/** What a document says of itself on every page and in its properties. */
export interface FrameTexts {
  /** The kind of document: `Ficha justificativa`. */
  readonly kind: string
  readonly title: string
  readonly author: string
  readonly subject: string
  /** What the pages after the first say at their top. */
  readonly running: string | Run[]
  readonly kb: { readonly id: string; readonly version: string; readonly sha256: string }
  readonly service_version: string
  /** The day in its properties, as `2026-11-21`. */
  readonly day: string
}

/** The pages of a document: format, strips at top and bottom, properties and styles. The knowledge base and its hash are on every page. */
export function pageFrame({ kind, title, author, subject, running, kb, service_version, day }: FrameTexts): Omit<TDocumentDefinitions, 'content'> {
  return {
    pageSize: 'A4',
    pageMargins: [margin.side, margin.top, margin.side, margin.bottom],
    language: 'es',
    displayTitle: true,
    // Later versions carry XMP, which the library writes without escaping names such as `A & B`.
    version: '1.3',
    // The library needs a date. It is not the present one, so that the same content gives the same bytes.
    info: { title, author, subject, creator: `Plomada ${service_version}`, producer: 'Plomada', creationDate: new Date(day) },
    header: (page) => (page === 1 ? '' : pageStrip(running, kind, 30)),
    footer: (page, pages) => pageStrip(`Base ${kb.id} ${kb.version} · sha256 ${kb.sha256.slice(0, 12)}`, `Página ${page} de ${pages}`, 20),
    defaultStyle: { font: 'Plex', fontSize: 9, lineHeight: 1.15 },
    styles: {
      title: { fontSize: 20, bold: true },
      subtitle: { fontSize: 11, color: grey, margin: [0, 0, 0, 14] },
      heading: { fontSize: 13, bold: true, margin: [0, 20, 0, 6] },
    },
  }
}

function pageStrip(left: string | Run[], right: string, top: number): Content {
  return {
    margin: [margin.side, top, margin.side, 0],
    fontSize: 8,
    color: grey,
    columns: [
      { text: left, width: '*' },
      { text: right, width: 'auto', alignment: 'right' },
    ],
  }
}

/** A heading and its content. The heading stays on the page of the first content. */
export function section(title: string, [first = '', ...rest]: readonly Content[]): Content[] {
  const unbreakable = typeof first === 'object' && 'unbreakable' in first && first.unbreakable === true
  return [{ unbreakable, stack: [{ text: title, style: 'heading' }, first] }, ...rest]
}

/** Says that characters have been replaced; nothing if none was. `others`: the outputs that keep them. */
export function replacedNote(isReplaced: boolean, others: string): Content[] {
  if (!isReplaced) return []
  return [
    { text: `Los caracteres que la tipografía de este documento no tiene se muestran como \uFFFD; ${others} los conservan.`, margin: [0, 6, 0, 0] },
  ]
}
