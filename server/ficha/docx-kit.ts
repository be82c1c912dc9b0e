import type { Footer, Header, Paragraph, Table, TableCell } from 'docx'
import type { Fact } from './facts.ts'
import { imageSize } from './image-size.ts'
import type { Ficha } from './model.ts'
import { type ResultTone, toneOf } from './result-tone.ts'

type Library = typeof import('docx')

/** The blocks that the ficha is made of as a text document. */
export interface Docx {
  letterhead(office: Ficha['office']): Paragraph[]
  title(text: string): Paragraph
  heading(text: string): Paragraph
  subheading(text: string): Paragraph
  text(text: string, how?: { readonly bold?: boolean }): Paragraph
  /** A paragraph that stays on the page of the next one. */
  kept(text: string): Paragraph
  /** Labels beside their values; the source of a value is in grey. */
  facts(facts: readonly Fact[]): Table
  /** A table whose first row is repeated on each page, with the widths of its columns in hundredths. Results stand out without colour. */
  table(rows: readonly (readonly (string | number)[])[], widths: readonly number[]): Table
  header(text: string): Header
  footer(text: string): Footer
}

const grey = '555555'
const line = { style: 'single', size: 4, color: '999999' } as const
const noLine = { style: 'none', size: 0, color: 'auto' } as const
const borders = { top: line, bottom: line, left: noLine, right: noLine, insideHorizontal: line, insideVertical: noLine }
const full = { size: 100, type: 'pct' } as const
const shades: Readonly<Record<ResultTone, { readonly fill?: string; readonly color?: string; readonly bold: boolean }>> = {
  plain: { bold: false },
  fails: { fill: '000000', color: 'FFFFFF', bold: true },
  undecided: { fill: 'D9D9D9', bold: true },
}

/** Makes the blocks with the library. */
export function docxKit(library: Library): Docx {
  const { Paragraph, TextRun, ImageRun, Table, TableRow, TableCell, Header, Footer, HeadingLevel, PageNumber, AlignmentType } = library
  const runs = (text: string, how: { readonly bold?: boolean; readonly color?: string } = {}) =>
    text.split(/\r?\n/).map((one, index) => new TextRun({ text: one, ...how, ...(index === 0 ? {} : { break: 1 }) }))
  const text = (content: string, how = {}): Paragraph => new Paragraph({ children: runs(content, how), spacing: { after: 80 } })
  const cell = (paragraphs: Paragraph[], more = {}): TableCell =>
    new TableCell({ children: paragraphs, margins: { top: 40, bottom: 40, left: 60, right: 60 }, ...more })
  const factRow = ([label, value, source]: Fact) =>
    new TableRow({
      cantSplit: true,
      children: [
        cell([text(label, { color: grey })], { width: { size: 24, type: 'pct' } }),
        cell([new Paragraph({ children: [...runs(value), ...(source === '' ? [] : [new TextRun({ text: `  ${source}`, color: grey })])] })]),
      ],
    })
  const resultCell = (content: string, width: number): TableCell => {
    const { fill, color, bold } = shades[toneOf(content)]
    const how = { bold, ...(color === undefined ? {} : { color }) }
    return cell([text(content, how)], { width: { size: width, type: 'pct' }, ...(fill === undefined ? {} : { shading: { type: 'clear', fill } }) })
  }
  return {
    letterhead(office) {
      if (office === null) return []
      const picture = office.logo === null ? [] : [new Paragraph({ children: [new ImageRun(pictureOf(office.logo))] })]
      return [...picture, text(office.name, { bold: true }), ...(office.address === '' ? [] : [text(office.address, { color: grey })])]
    },
    title: (content) => new Paragraph({ heading: HeadingLevel.TITLE, children: runs(content) }),
    heading: (content) => new Paragraph({ heading: HeadingLevel.HEADING_1, keepNext: true, children: runs(content) }),
    subheading: (content) => new Paragraph({ heading: HeadingLevel.HEADING_2, keepNext: true, children: runs(content) }),
    text,
    kept: (content) => new Paragraph({ keepNext: true, keepLines: true, children: runs(content), spacing: { after: 160 } }),
    facts: (facts) => new Table({ width: full, borders, rows: facts.filter(([, value]) => value !== '').map(factRow) }),
    table: ([headings = [], ...rows], widths) =>
      new Table({
        width: full,
        borders,
        rows: [
          new TableRow({
            tableHeader: true,
            cantSplit: true,
            children: headings.map((one, column) => cell([text(String(one), { bold: true })], { width: { size: widths[column] ?? 0, type: 'pct' } })),
          }),
          ...rows.map((row) => new TableRow({ cantSplit: true, children: row.map((one, column) => resultCell(String(one), widths[column] ?? 0)) })),
        ],
      }),
    header: (content) => new Header({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children: runs(content, { bold: true }) })] }),
    footer: (content) =>
      new Footer({
        children: [
          new Paragraph({
            children: [new TextRun({ children: [`${content}    Página `, PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES], color: grey })],
          }),
        ],
      }),
  }
}

/** The logo, at most 160 × 64 pixels. */
function pictureOf(logo: string) {
  const [, type = '', base64 = ''] = /^data:image\/(png|jpeg);base64,(.*)$/s.exec(logo) ?? []
  const data = Buffer.from(base64, 'base64')
  const { width, height } = imageSize(data) ?? { width: 160, height: 64 }
  const scale = Math.min(160 / width, 64 / height, 1)
  return {
    type: type === 'png' ? ('png' as const) : ('jpg' as const),
    data,
    transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
    altText: { id: '1', name: 'Logotipo', title: 'Logotipo', description: 'Logotipo del estudio' },
  }
}
