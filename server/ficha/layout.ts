import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { checkTable } from './check-table.ts'
import type { Typesetter } from './fallback-font.ts'
import { elementText, type Ficha, limitText, resultWords, spanishDay, valueText, verificationWords } from './model.ts'
import { grey, hairlines, labelledRows, onOneLine, pageWidth, piecesOf, ruled } from './table-rows.ts'

const margin = { side: 54, top: 64, bottom: 60 }

/** The layout of a ficha: identification, summary, every check, the knowledge base used, and the signature. */
export function layoutOf(ficha: Ficha, type: Typesetter): TDocumentDefinitions {
  const { project, kb } = ficha
  const [first, ...later] = ficha.checks.map((check) => checkTable(check, type))
  const notes = piecesOf(project.notes).map((text): Content => ({ unbreakable: true, text: type.set(text), margin: [0, 0, 0, 3] }))
  const sections = [
    { title: 'Resumen', content: summary(ficha, type) },
    { title: 'Comprobaciones', content: first === undefined ? [] : [first, ...later] },
    { title: 'Exigencias y comprobaciones', content: coverage(ficha, type) },
    { title: 'Observaciones', content: notes },
    { title: 'Base de conocimiento y alcance', content: basis(ficha, type) },
  ].filter(({ content }) => content.length > 0)
  const content: Content[] = [
    { text: 'Ficha justificativa', style: 'title' },
    { text: 'Cumplimiento de la normativa técnica de la edificación', style: 'subtitle' },
    ...identification(ficha, type),
    ...sections.flatMap(({ title, content }, index) => section(`${index + 1}. ${title}`, content)),
  ]
  const replaced: Content[] = type.replaced
    ? [
        {
          text: 'Los caracteres que la tipografía de este documento no tiene se muestran como \uFFFD; la salida en CSV y la de JSON los conservan.',
          margin: [0, 6, 0, 0],
        },
      ]
    : []
  const running = type.set(onOneLine(`${shortened(project.name, 80)}${project.reference === '' ? '' : ` · ${shortened(project.reference, 30)}`}`))
  return {
    pageSize: 'A4',
    pageMargins: [margin.side, margin.top, margin.side, margin.bottom],
    language: 'es',
    displayTitle: true,
    // Later versions carry XMP, which the library writes without escaping names such as `A & B`.
    version: '1.3',
    info: {
      title: `Ficha justificativa: ${project.name}`,
      author: project.author || 'Sin indicar',
      subject: 'Cumplimiento de la normativa técnica de la edificación',
      creator: `Plomada ${ficha.service_version}`,
      producer: 'Plomada',
      // The library needs a date. It is not the present one, so that the same ficha gives the same bytes.
      creationDate: new Date(ficha.issued_on ?? ficha.as_of),
    },
    content: [...content, ...replaced, signature(ficha, type)],
    header: (page) => (page === 1 ? '' : pageStrip(running, 'Ficha justificativa', 30)),
    footer: (page, pages) => pageStrip(`Base ${kb.id} ${kb.version} · sha256 ${kb.sha256.slice(0, 12)}`, `Página ${page} de ${pages}`, 20),
    defaultStyle: { font: 'Plex', fontSize: 9, lineHeight: 1.15 },
    styles: {
      title: { fontSize: 20, bold: true },
      subtitle: { fontSize: 11, color: grey, margin: [0, 0, 0, 14] },
      heading: { fontSize: 13, bold: true, margin: [0, 20, 0, 6] },
    },
  }
}

/** A heading and its content. The heading stays on the page of the first content. */
function section(title: string, [first = '', ...rest]: readonly Content[]): Content[] {
  const unbreakable = typeof first === 'object' && 'unbreakable' in first && first.unbreakable === true
  return [{ unbreakable, stack: [{ text: title, style: 'heading' }, first] }, ...rest]
}

function pageStrip(left: Content & (string | object), right: string, top: number): Content {
  return {
    margin: [margin.side, top, margin.side, 0],
    fontSize: 8,
    color: grey,
    columns: [
      { text: left as string, width: '*' },
      { text: right, width: 'auto', alignment: 'right' },
    ],
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
    ...labelledRows(type, 'Fecha de la ficha', [ficha.issued_on === null ? '        /        /' : spanishDay(ficha.issued_on)]),
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
          ...checks.map((check): TableCell[] => {
            const { number, parameter, value, unit, result, rules } = check
            const [rule] = rules
            return [
              { text: String(number) },
              { text: type.set(onOneLine(elementText(check))) },
              { text: type.set(onOneLine(parameter)) },
              { text: type.set(valueText({ value, unit })) },
              { text: type.set(rule === undefined ? '—' : limitText(rule)) },
              { text: type.set(rule === undefined ? '—' : `${rule.regulation.document}, ${rule.regulation.section}`) },
              { text: resultWords[result], bold: result !== 'COMPLIANT' },
            ]
          }),
        ],
      },
      layout: hairlines,
    },
  ]
}

/** How much of what applies to the building has a check, by document: what is left open is said. */
function coverage({ requirements }: Ficha, type: Typesetter): Content[] {
  if (requirements.length === 0) return []
  const sum = (of: (one: Ficha['requirements'][number]) => number): number => requirements.reduce((total, one) => total + of(one), 0)
  const [all, checked] = [sum(({ applies, depends }) => applies + depends), sum((one) => one.checked)]
  const headings = ['Norma', 'Rigen', 'Dependen de datos', 'Con comprobación', 'Abiertas']
  return [
    {
      text: `Con los datos del edificio rigen o dependen de otros datos ${all} exigencias; ${checked} tienen comprobación en esta ficha. Las demás quedan abiertas: la ficha no dice nada de ellas.`,
      margin: [0, 0, 0, 6],
    },
    {
      fontSize: 8,
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [231, 50, 62, 62, 50],
        body: [
          headings.map((text): TableCell => ({ text, bold: true })),
          ...requirements.map(({ document, version, applies, depends, checked: done }): TableCell[] => [
            { text: type.set(version === '' ? document : `${document} (${version})`) },
            ...[applies, depends, done, applies + depends - done].map((count): TableCell => ({ text: String(count), alignment: 'right' })),
          ]),
        ],
      },
      layout: hairlines,
    },
  ]
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
function signature({ project, issued_on }: Ficha, type: Typesetter): Content {
  const day =
    issued_on === null ? 'En ____________________, a ____ de ____________________ de ________' : `En ____________________, a ${spanishDay(issued_on)}`
  return {
    unbreakable: true,
    margin: [0, 28, 0, 0],
    stack: [
      { text: day },
      { text: 'Firma:', margin: [0, 12, 0, 56] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 240, y2: 0, lineWidth: 0.5 }] },
      { text: type.set(project.author === '' ? 'El técnico' : project.author), margin: [0, 4, 0, 0] },
    ],
  }
}

function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
