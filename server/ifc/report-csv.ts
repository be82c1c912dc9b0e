import { byteOrderMark, csvLine } from '../batch/csv.ts'
import { spanish } from './measured.ts'
import type { ModelReport, ModelResult } from './report-schema.ts'

/** The words for the results of checks. */
export const resultWords = { COMPLIANT: 'CUMPLE', NON_COMPLIANT: 'NO CUMPLE', UNDECIDED: 'SIN DECIDIR' } as const

const columns: readonly (readonly [string, (result: ModelResult, report: ModelReport) => string | number])[] = [
  ['n.º', ({ number }) => number],
  ['planta', ({ storey }) => storey],
  ['clase', (one) => one.class],
  ['nombre', ({ name }) => name],
  ['elemento', ({ element_label }) => element_label],
  ['parámetro', ({ parameter_label }) => parameter_label],
  ['valor', ({ value }) => (typeof value === 'number' ? value : value)],
  ['unidad', ({ unit }) => unit],
  ['alcance del valor', ({ bound }) => ({ exact: '', upper: 'como mucho', lower: 'como poco' })[bound]],
  ['resultado', ({ status }) => resultWords[status]],
  ['límite', ({ limit }) => limit],
  ['norma', ({ citation }) => citation],
  ['origen del valor', ({ source }) => source],
  ['por qué no se decide', ({ detail }) => detail],
  ['notas', ({ notes }, report) => notes.map((place) => report.notes[place] ?? '').join(' | ')],
  ['GlobalId', ({ global_id }) => global_id],
  ['elemento (id)', ({ element }) => element],
  ['parámetro (id)', ({ parameter }) => parameter],
  [
    'condiciones',
    ({ context }) =>
      Object.entries(context)
        .map(([name, value]) => `${name}=${spanish(value)}`)
        .join(' | '),
  ],
]

/** The results as CSV for Spanish spreadsheets: one row for each check, then what was not checked and what is asked. */
export function reportCsv(report: ModelReport): string {
  const blank = columns.map(() => '')
  const row = (cells: Readonly<Record<number, string>>): string[] => blank.map((cell, index) => cells[index] ?? cell)
  return `${byteOrderMark}${[
    columns.map(([heading]) => heading),
    ...report.results.map((result) => columns.map(([, read]) => read(result, report))),
    ...report.questions.map(({ text, how, count, classes }) => row({ 2: classes.join(', '), 6: String(count), 9: 'PREGUNTA', 13: text, 14: how })),
    ...report.without_rule.map(({ element, parameter, detail, count }) =>
      row({ 6: String(count), 9: 'SIN LÍMITE', 13: detail, 16: element, 17: parameter }),
    ),
    ...report.not_checked.map((one) => row({ 2: `${one.class} ${one.predefined}`.trim(), 6: String(one.count), 9: 'SIN COMPROBAR', 13: one.reason })),
  ]
    .map(csvLine)
    .join('')}`
}
