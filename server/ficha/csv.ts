import { byteOrderMark, csvLine } from '../batch/csv.ts'
import { spanishDay } from '../engine/spanish-day.ts'
import { type Datum, type Ficha, type FichaCheck, limitText, resultWords } from './model.ts'

const columns: readonly (readonly [string, (check: FichaCheck, ficha: Ficha) => string])[] = [
  ['n.º', ({ number }) => String(number)],
  ['elemento', ({ element }) => element],
  ['elemento del proyecto', ({ element_name }) => element_name],
  ['cantidad', ({ quantity, element_name }) => (element_name === '' ? '' : String(quantity))],
  ['parte', ({ part }) => part],
  ['planta', ({ storey }) => storey],
  ['parámetro', ({ parameter }) => parameter],
  ['valor', ({ value }) => value],
  ['unidad', ({ unit }) => unit],
  ['resultado', ({ result }) => resultWords[result]],
  ['valor en la unidad del límite', ({ rules: [rule] }) => rule?.value ?? ''],
  ['comparación', ({ rules: [rule] }) => rule?.sign ?? ''],
  ['límite', ({ rules: [rule] }) => rule?.limit ?? ''],
  ['unidad del límite', ({ rules: [rule] }) => rule?.unit ?? ''],
  ['margen', ({ rules: [rule] }) => rule?.margin ?? ''],
  ['norma', ({ rules: [rule] }) => rule?.regulation.document ?? ''],
  ['edición', ({ rules: [rule] }) => rule?.regulation.version ?? ''],
  ['vigencia', ({ rules: [rule] }) => rule?.regulation.in_force ?? ''],
  ['apartado', ({ rules: [rule] }) => rule?.regulation.section ?? ''],
  ['verificación', ({ rules: [rule] }) => rule?.regulation.verification ?? ''],
  [
    'otras reglas aplicadas',
    ({ rules }) =>
      rules
        .slice(1)
        .map((rule) => `${rule.regulation.document} ${rule.regulation.section}: ${limitText(rule)}`)
        .join(' | '),
  ],
  ['origen del valor', ({ inputs }) => inputs[0]?.source ?? ''],
  ['datos', ({ inputs }) => inputs.slice(1).map(datumText).join(' | ')],
  ['supuestos', ({ assumptions }) => assumptions.join(' | ')],
  ['datos sin uso', ({ unused }) => unused.join(' | ')],
  ['avisos', ({ warnings }) => warnings.join(' | ')],
  ['por qué no se decide', ({ undecided }) => undecided],
  ['observaciones', ({ notes }) => notes],
  ['proyecto', (_, { project }) => project.name],
  ['expediente', (_, { project }) => project.reference],
  ['municipio', (_, { place }) => place.name],
  ['código', (_, { place }) => place.geo_id],
  ['a fecha de', (_, { as_of }) => spanishDay(as_of)],
  ['base', (_, { kb }) => `${kb.id} ${kb.version}`],
  ['sha256 de la base', (_, { kb }) => kb.sha256],
]

/** The checks of a ficha as CSV for Spanish spreadsheets: UTF-8 with byte order mark, `;` between cells, decimal comma, one row for each check. */
export function fichaCsv(ficha: Ficha): string {
  return `${byteOrderMark}${fichaRows(ficha).map(csvLine).join('')}`
}

/** The checks of a ficha as rows of a table, under their headings. */
export function fichaRows(ficha: Ficha): readonly (readonly string[])[] {
  return [columns.map(([heading]) => heading), ...ficha.checks.map((check) => columns.map(([, read]) => read(check, ficha)))]
}

function datumText({ label, value, source }: Datum): string {
  return `${label}: ${value} (${source})`
}
