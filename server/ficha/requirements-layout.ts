import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { spanishDay } from '../engine/spanish-day.ts'
import type { Typesetter } from './fallback-font.ts'
import { pageFrame, replacedNote, section } from './page-frame.ts'
import { requirementRows } from './requirement-rows.ts'
import type { PrintedRequirement, PrintedSheet } from './requirements-model.ts'
import { grey, hairlines, labelledRows, onOneLine, pageWidth, ruled } from './table-rows.ts'

const labelWidth = 92
const figureWidth = 190

/** The layout of the requirements of a building: its data, a summary by document, every requirement by document and section, and what the base does not hold. */
export function requirementsLayout(sheet: PrintedSheet, type: Typesetter): TDocumentDefinitions {
  const { geo_context: place, as_of, kb } = sheet
  const documents = sheet.documents.filter(({ slug }) => sheet.items.some((one) => one.document === slug))
  const content: Content[] = [
    { text: 'Exigencias del edificio', style: 'title' },
    { text: 'Normativa técnica de la edificación que rige en el lugar, y lo que falta por saber', style: 'subtitle' },
    ...identification(sheet, type),
    ...section('Resumen', summary(sheet, documents, type)),
    ...section('Datos que más deciden', openData(sheet, type)),
    ...documents.flatMap((document) => documentPart(document, sheet, type)),
    ...section('Lo que la base no tiene', notHeld(sheet, type)),
    ...section('Base de conocimiento y alcance', basis(sheet, type)),
  ]
  return {
    ...pageFrame({
      kind: 'Exigencias del edificio',
      title: `Exigencias del edificio: ${place.name}`,
      author: 'Sin indicar',
      subject: 'Normativa técnica de la edificación',
      running: type.set(onOneLine(`${place.name}, a ${spanishDay(as_of)}`)),
      kb,
      service_version: sheet.service_version,
      day: as_of,
    }),
    content: [...content, ...replacedNote(type.replaced, 'la tabla en CSV y la salida en JSON')],
  }
}

function identification({ geo_context: place, as_of, stated, absent_labels }: PrintedSheet, type: Typesetter): Content[] {
  const zone = place.climate_zone === null ? [] : [`Zona climática: ${place.climate_zone}`]
  const altitude = place.altitude_m === null ? [] : [`Altitud: ${String(place.altitude_m).replace('.', ',')} m`]
  const parts = [...new Set(stated.map(({ part }) => part))].toSorted((left, right) => Number(left !== '') - Number(right !== ''))
  const rows = [
    ...labelledRows(type, 'Lugar', [`${place.name} (${place.geo_id})`, ...zone, ...altitude]),
    ...parts.flatMap((part) =>
      labelledRows(type, part === '' ? 'Edificio' : 'Parte', [
        ...(part === '' ? [] : [part]),
        ...stated.filter((one) => one.part === part).map(({ label, text }) => `${label}: ${text}`),
      ]),
    ),
    ...labelledRows(type, 'No tiene', absent_labels.length === 0 ? [] : [absent_labels.join('; ')]),
    ...labelledRows(type, 'Normativa', [`a fecha de ${spanishDay(as_of)}`]),
  ]
  return [{ table: { widths: [labelWidth, pageWidth - labelWidth - 6], dontBreakRows: true, body: rows }, layout: ruled }]
}

/** How many requirements stand in which way, by document, with the page where each begins. */
function summary({ summary: count, items }: PrintedSheet, documents: PrintedSheet['documents'], type: Typesetter): Content[] {
  const printed = items.length === count.total ? '' : ` Aquí figuran ${items.length}.`
  const figures = (one: Pick<typeof count, 'applies' | 'depends' | 'not_held' | 'does_not_apply'>): TableCell[] =>
    [one.applies, one.depends, one.not_held, one.does_not_apply].map((figure) => ({ text: String(figure), alignment: 'right' }))
  return [
    {
      text: `${count.total} reglas en vigor: ${count.applies} rigen, ${count.depends} dependen de datos, ${count.not_held} rigen con la cifra sin verificar, ${count.does_not_apply} no rigen.${printed}`,
      margin: [0, 0, 0, 6],
    },
    {
      fontSize: 8,
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [243, 36, 46, 50, 46, 30],
        body: [
          ['Norma', 'Rigen', 'Dependen', 'Sin cifra', 'No rigen', 'Página'].map(
            (text, column): TableCell => ({ text, bold: true, alignment: column === 0 ? 'left' : 'right' }),
          ),
          ...documents.map((one): TableCell[] => [
            { text: type.set(`${one.title} (${one.version})`) },
            ...figures(one),
            { pageReference: anchorOf(one.slug), alignment: 'right', text: '' } as TableCell,
          ]),
        ],
      },
      layout: hairlines,
    },
  ]
}

function anchorOf(slug: string): string {
  return `norma-${slug}`
}

function openData({ open_data }: PrintedSheet, type: Typesetter): Content[] {
  if (open_data.length === 0) return [{ text: 'Ninguno: las exigencias no dependen de otros datos.' }]
  const lines = open_data.map(({ label, rules }) => `${label} (${rules})`)
  return [{ text: type.set(`${lines.join('; ')}. Entre paréntesis, las reglas que cada dato ayuda a decidir.`) }]
}

/** A document and its sections, each a table. */
function documentPart({ slug, title, version }: PrintedSheet['documents'][number], { items }: PrintedSheet, type: Typesetter): Content[] {
  const bySection = Map.groupBy(
    items.filter(({ document }) => document === slug),
    (one) => one.section,
  )
  const heading: Content = { text: type.set(`${title} (${version})`), style: 'heading', id: anchorOf(slug), headlineLevel: 1 }
  const [first = [], ...rest] = [...bySection.values()].map((own) => sectionPart(own, type))
  return [{ stack: [heading, ...first.slice(0, 1)], unbreakable: false }, ...first.slice(1), ...rest.flat()]
}

function sectionPart(own: readonly PrintedRequirement[], type: Typesetter): Content[] {
  const [first] = own
  if (first === undefined) return []
  const name = `${first.place_in_text.split(', Tabla')[0]}. ${first.section_title}`
  const assumed = [...new Set(own.flatMap(assumedIn))]
  const notices = [...new Set(own.flatMap((one) => one.notices))]
  return [
    {
      fontSize: 8,
      margin: [0, 4, 0, 4],
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [pageWidth - figureWidth - 6, figureWidth],
        body: [[{ text: type.set(onOneLine(name)), bold: true, fontSize: 9.5, colSpan: 2, margin: [0, 6, 0, 0] }, ''], ...requirementRows(own, type)],
      },
      layout: sectionLines,
    },
    ...smallPrint('Se supone, si no se indica otra cosa', assumed, type),
    ...smallPrint('La norma añade', notices, type),
  ]
}

/** A thin line above each requirement, none between its parts and cases, which are indented. */
const sectionLines: CustomTableLayout = {
  ...hairlines,
  hLineWidth: (index, { table: { body } }) => (index === 0 ? 0 : index === 1 ? 1 : isIndented(body[index]?.[0]) ? 0 : 0.5),
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
}

function isIndented(cell: TableCell | undefined): boolean {
  return typeof cell === 'object' && 'margin' in cell && Array.isArray(cell.margin) && cell.margin[0] > 0
}

/** Data that took their default where the requirement binds or may bind. */
function assumedIn({ outcomes }: PrintedRequirement): string[] {
  return outcomes.flatMap(({ standing, assumed }) => (standing === 'does_not_apply' ? [] : assumed.map(({ label, text }) => `${label}: ${text}`)))
}

function smallPrint(title: string, texts: readonly string[], type: Typesetter): Content[] {
  if (texts.length === 0) return []
  return [{ text: [{ text: `${title}: ` }, { text: type.set(onOneLine(texts.join(' · '))) }], fontSize: 7.5, color: grey, margin: [0, 0, 0, 3] }]
}

/** Norms, editions and limits that the knowledge base lacks for the place and the day. */
function notHeld({ not_held, norms_not_held, editions_not_held, documents }: PrintedSheet, type: Typesetter): Content[] {
  const titleOf = (slug: string): string => documents.find((one) => one.slug === slug)?.title ?? slug
  const lines = [
    ...norms_not_held.map(({ title, matters }) => `${title} (${matters.join(', ')})`),
    ...editions_not_held.map(({ title }) => `${title}: la edición de ese día`),
    ...not_held.map(({ document, place_in_text, text }) => `${titleOf(document)}, ${place_in_text}: ${text}`),
  ]
  if (lines.length === 0) return [{ text: 'No consta nada.' }]
  return lines.map((one): Content => ({ text: type.set(onOneLine(one)), fontSize: 8, margin: [0, 0, 0, 3] }))
}

function basis({ kb, as_of, service_version }: PrintedSheet, type: Typesetter): Content[] {
  const rows = [
    ...labelledRows(type, 'Base', [`${kb.id} ${kb.version}`]),
    ...labelledRows(type, 'SHA-256 de la base', [kb.sha256]),
    ...labelledRows(type, 'Programa', [`Plomada ${service_version}`]),
    ...labelledRows(type, 'Normativa', [`la vigente a fecha de ${spanishDay(as_of)}`]),
    ...labelledRows(type, 'Alcance', [
      'Figuran las reglas que tiene la base, con los datos indicados del edificio. Las ordenanzas municipales y lo que la base no tiene pueden exigir más. Este documento no comprueba ningún valor.',
    ]),
  ]
  return [{ unbreakable: true, table: { widths: [labelWidth, pageWidth - labelWidth - 6], dontBreakRows: true, body: rows }, layout: ruled }]
}
