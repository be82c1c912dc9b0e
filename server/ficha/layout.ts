import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { spanishDay } from '../engine/spanish-day.ts'
import { checksByDocument } from './checks-by-document.ts'
import { coverage } from './coverage.ts'
import { draftText } from './facts.ts'
import type { Typesetter } from './fallback-font.ts'
import { letterhead } from './letterhead.ts'
import { byNumber, elementText, type Ficha, limitText, valueText, verificationWords } from './model.ts'
import { pageFrame, replacedNote, section } from './page-frame.ts'
import { photographsTitle } from './photo-words.ts'
import { photographs } from './photographs.ts'
import { resultCell } from './result-cell.ts'
import { type SharedNotice, sharedTitle, withSharedNotices } from './shared-notices.ts'
import { signaturePlace } from './signature-field.ts'
import { hairlines, labelledRows, onOneLine, pageWidth, piecesOf, ruled } from './table-rows.ts'

/** The layout of a ficha: identification, summary, every check, the knowledge base used, and the signature. */
export function layoutOf(ficha: Ficha, type: Typesetter): TDocumentDefinitions {
  const { project, kb } = ficha
  const notes = piecesOf(project.notes).map((text): Content => ({ unbreakable: true, text: type.set(text), margin: [0, 0, 0, 3] }))
  const { checks, shared } = withSharedNotices(ficha.checks)
  const sections = [
    { title: 'Resumen', content: summary(ficha, type) },
    { title: 'Comprobaciones', content: checksByDocument({ ...ficha, checks: [...checks] }, type) },
    { title: sharedTitle, content: sharedNotices(shared, type) },
    { title: 'Exigencias y comprobaciones', content: coverage(ficha, type) },
    { title: 'Observaciones', content: notes },
    { title: photographsTitle, content: photographs(ficha, type) },
  ].filter(({ content }) => content.length > 0)
  const content: Content[] = [
    ...letterhead(ficha.office, type),
    { text: 'Ficha justificativa', style: 'title' },
    { text: 'Cumplimiento de la normativa técnica de la edificación', style: 'subtitle' },
    ...identification(ficha, type),
    ...(ficha.is_draft ? [{ text: draftText(ficha), bold: true, margin: [0, 0, 0, 10] } satisfies Content] : []),
    ...sections.flatMap(({ title, content }, index) => section(`${index + 1}. ${title}`, content)),
  ]
  const end = {
    title: `${sections.length + 1}. Base de conocimiento y alcance`,
    replaced: replacedNote(type.replaced, 'la salida en CSV y la de JSON'),
  }
  return {
    ...pageFrame({
      kind: 'Ficha justificativa',
      title: `Ficha justificativa: ${project.name}`,
      author: project.author || 'Sin indicar',
      subject: 'Cumplimiento de la normativa técnica de la edificación',
      running: type.set(onOneLine(`${shortened(project.name, 80)}${project.reference === '' ? '' : ` · ${shortened(project.reference, 30)}`}`)),
      kb,
      service_version: ficha.service_version,
      day: ficha.issued_on ?? ficha.as_of,
    }),
    content: [...content, ending(ficha, end, type)],
    ...(ficha.is_draft ? { watermark: { text: 'BORRADOR', color: '#000000', opacity: 0.07, bold: true } } : {}),
  }
}

function identification(ficha: Ficha, type: Typesetter): Content[] {
  const { project, place, zones, conditions } = ficha
  const orUnknown = (text: string): string => (text === '' ? 'No consta' : text)
  const widerPlaces = [place.provincia, place.comunidad].filter((one) => one !== '' && one !== place.name)
  const isMunicipality = /^ES-\d{5}$/.test(place.geo_id)
  const rows = [
    ...labelledRows(type, 'Edificio', [project.name]),
    ...labelledRows(type, 'Expediente', [orUnknown(project.reference)]),
    ...labelledRows(type, 'Emplazamiento', [orUnknown(project.site)]),
    ...labelledRows(type, isMunicipality ? 'Municipio' : 'Lugar', [
      `${place.name}${widerPlaces.length === 0 ? '' : ` (${widerPlaces.join(', ')})`}, ${isMunicipality ? `código INE ${place.geo_id.slice(3)}` : place.geo_id}`,
    ]),
    ...labelledRows(
      type,
      'Zonas y altitud',
      zones.map(({ label, value, source }) => [`${label}: ${value}`, source]),
    ),
    ...labelledRows(
      type,
      'Condiciones',
      conditions.map(({ label, value, source }) => `${label}: ${value}${source === 'dato del modelo' ? ' (del modelo)' : ''}`),
    ),
    ...labelledRows(type, 'Promotor', [orUnknown(project.developer)]),
    ...labelledRows(type, 'Técnico', [orUnknown(project.author)]),
    ...labelledRows(type, 'Normativa', [`a fecha de ${spanishDay(ficha.as_of)}`]),
    ...labelledRows(type, 'Fecha de la ficha', [ficha.issued_on === null ? '        -        -' : spanishDay(ficha.issued_on)]),
  ]
  return [{ table: { widths: [92, pageWidth - 92 - 6], dontBreakRows: true, body: rows }, layout: ruled }]
}

function summary({ summary: count, checks }: Ficha, type: Typesetter): Content[] {
  if (count.total === 0) return [{ text: 'El proyecto no tiene comprobaciones: esta ficha no justifica ningún requisito.' }]
  const counted = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
  const headings = ['N.º', 'Elemento', 'Parámetro', 'Valor', 'Límite', 'Norma y apartado', 'Resultado']
  return [
    {
      unbreakable: true,
      text: `${counted(count.total, 'comprobación', 'comprobaciones')}: ${counted(count.compliant, 'cumple', 'cumplen')}, ${counted(count.non_compliant, 'no cumple', 'no cumplen')}, ${count.undecided} sin decidir.`,
      margin: [0, 0, 0, 6],
    },
    {
      fontSize: 8,
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [18, 92, 88, 54, 62, 80, 57],
        body: [
          headings.map((text): TableCell => ({ text, bold: true })),
          ...byNumber(checks).map((check): TableCell[] => {
            const { number, parameter, value, unit, result, rules } = check
            const [rule] = rules
            return [
              { text: String(number) },
              { text: type.set(onOneLine(elementText(check))) },
              { text: type.set(onOneLine(parameter)) },
              { text: type.set(valueText({ value, unit })) },
              { text: type.set(rule === undefined ? '—' : limitText(rule)) },
              { text: type.set(rule === undefined ? '—' : `${rule.regulation.document}, ${rule.regulation.section}`) },
              resultCell(result),
            ]
          }),
        ],
      },
      layout: hairlines,
    },
  ]
}

/** What the ficha rests on with the signature below it, on one page: a signature is never alone on its own. */
function ending(ficha: Ficha, { title, replaced }: { readonly title: string; readonly replaced: Content[] }, type: Typesetter): Content {
  return { unbreakable: true, stack: [...section(title, basis(ficha, type)), ...replaced, signature(ficha, type)] }
}

function sharedNotices(shared: readonly SharedNotice[], type: Typesetter): Content[] {
  const rows = shared.flatMap(({ name, text }) => labelledRows(type, name, [text]))
  return rows.length === 0 ? [] : [{ table: { widths: [92, pageWidth - 92 - 6], dontBreakRows: true, body: rows }, layout: ruled }]
}

function basis(ficha: Ficha, type: Typesetter): Content[] {
  const { kb, verifications } = ficha
  const rows = [
    ...labelledRows(type, 'Base', [`${kb.id}, versión ${kb.version}`]),
    ...labelledRows(type, 'SHA-256 de la base', [kb.sha256]),
    ...labelledRows(type, 'Programa', [`Plomada ${ficha.service_version}`]),
    ...labelledRows(type, 'Normativa', [`la vigente a fecha de ${spanishDay(ficha.as_of)}`]),
    ...labelledRows(
      type,
      'Verificación',
      verifications.map(({ id, meaning }) => `${verificationWords[id] ?? id}: ${meaning}`),
    ),
    ...labelledRows(type, 'Alcance', [
      'El resultado de cada comprobación se sigue de los datos que constan en esta ficha y de la base citada. La ficha no acredita esos datos ni los requisitos que no figuran en ella.',
    ]),
  ]
  return [{ unbreakable: true, table: { widths: [92, pageWidth - 92 - 6], dontBreakRows: true, body: rows }, layout: ruled }]
}

/** The block for the signature of the author, never split between pages. */
function signature({ project, issued_on, is_draft }: Ficha, type: Typesetter): Content {
  const day =
    issued_on === null ? 'En ____________________, a ____ de ____________________ de ________' : `En ____________________, a ${spanishDay(issued_on)}`
  return {
    unbreakable: true,
    margin: [0, 28, 0, 0],
    stack: [
      { text: day },
      // A draft is not to be signed.
      { text: 'Firma:', margin: [0, 12, 0, 56], ...(is_draft ? {} : { id: signaturePlace }) },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 240, y2: 0, lineWidth: 0.5 }] },
      { text: type.set(project.author === '' ? 'El técnico' : project.author), margin: [0, 4, 0, 0] },
    ],
  }
}

function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
