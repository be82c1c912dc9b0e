import { readXml } from '../../batch/sheet-xml.ts'
import { zipParts } from '../../batch/zip-parts.ts'

const body = 'word/document.xml'
/** What holds no words of the text: properties, whose tabs are positions, and the second form of what an older program cannot show. */
const skipped = new Set(['pPr', 'rPr', 'Fallback', 'sectPr'])

/** The lines of a .docx, with `#` before its headings. Throws if it is no document of a word processor, is damaged or is over 64 MB once unpacked. */
export function docxLines(bytes: Uint8Array): string[] {
  const xml = zipParts(bytes, (name) => name === body).get(body)
  if (xml === undefined) throw new RangeError(`There is no ${body} inside`)
  const lines: string[] = []
  let line = ''
  let isText = false
  let inHeading = false
  let cells = 0
  let skipping = 0
  readXml(xml, {
    open(name, attribute) {
      if (name === 'pStyle') inHeading = /^(heading|t[ií]?tulo)\s?\d/i.test(attribute('w:val') ?? '')
      if (skipped.has(name)) skipping++
      if (skipping > 0) return
      if (name === 't') isText = true
      else if (name === 'tab') line += '\t'
      else if (name === 'br' || name === 'cr') line += '\n'
      else if (name === 'tc') cells++
    },
    close(name) {
      if (skipped.has(name)) skipping--
      if (skipping > 0) return
      if (name === 't') isText = false
      else if (name === 'tc') {
        cells--
        line += '\t'
      } else if (name === 'tr' || (name === 'p' && cells === 0)) {
        lines.push(...`${inHeading && line.trim() !== '' ? '# ' : ''}${line}`.split('\n'), '')
        line = ''
        inHeading = false
      } else if (name === 'p') line += ' '
    },
    text(text) {
      if (isText && skipping === 0) line += text
    },
  })
  return line.trim() === '' ? lines : [...lines, line]
}
