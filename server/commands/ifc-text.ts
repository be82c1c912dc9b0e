import type { Language } from '../errors/language.ts'
import { resultWords } from '../ifc/report-csv.ts'
import type { ModelReport, ModelResult } from '../ifc/report-schema.ts'
import { valueText } from '../ifc/result-text.ts'
import { foldedText } from './text-table.ts'

const words = {
  es: {
    place: 'Lugar',
    noPlace: 'sin lugar: no se juzga nada',
    warning: 'AVISO',
    noStorey: 'Sin planta',
    limit: 'límite',
    from: 'de',
    questions: 'Preguntas',
    withoutRule: 'Sin límite que aplicar',
    notChecked: 'Sin comprobar',
    results: resultWords,
  },
  en: {
    place: 'Place',
    noPlace: 'no place: nothing is judged',
    warning: 'WARNING',
    noStorey: 'No storey',
    limit: 'limit',
    from: 'from',
    questions: 'Questions (in Spanish)',
    withoutRule: 'No limit to apply (in Spanish)',
    notChecked: 'Not checked (in Spanish)',
    results: { COMPLIANT: 'COMPLIES', NON_COMPLIANT: 'DOES NOT COMPLY', UNDECIDED: 'UNDECIDED' },
  },
} as const satisfies Record<Language, unknown>
type Words = (typeof words)[Language]

/** A report as text in `width` columns: by storey and element each check, then what is asked, and what was not checked. Its own texts are in Spanish. */
export function reportText(report: ModelReport, language: Language, width: number | undefined): string {
  const { place, questions, without_rule, not_checked, faults } = report
  const told = words[language]
  const where = place.geo_id === null ? told.noPlace : `${place.name} (${place.geo_id})`
  const lines = [
    `${report.file}, ${report.schema}${report.application === '' ? '' : `, ${report.application}`}. ${told.place}: ${where}`,
    ...faults.map((fault) => `${told.warning}: ${fault}`),
    ...storeyLines(report.results, told),
    ...section(
      told.questions,
      questions.map(({ text, how, count, classes }) => `${count === 0 ? '' : `${count} × ${classes.join(', ')}: `}${text}  →  ${how}`),
    ),
    ...section(
      told.withoutRule,
      without_rule.map(({ element, parameter, count, detail }) => `${count} × ${element} · ${parameter}: ${detail}`),
    ),
    ...section(
      told.notChecked,
      not_checked.map(
        (one) => `${one.count} × ${one.class}${one.predefined === '' ? '' : ` ${one.predefined}`}${one.reason === '' ? '' : `: ${one.reason}`}`,
      ),
    ),
  ]
  return foldedText(lines.join('\n'), width)
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}

/** The checks under their storey and what they are of: an element of the model has all of its checks together. */
function storeyLines(results: readonly ModelResult[], told: Words): string[] {
  return [...Map.groupBy(results, ({ storey }) => storey)].flatMap(([storey, all]) => [
    '',
    storey === '' ? told.noStorey : storey,
    ...[...Map.groupBy(all, ({ global_id }) => global_id)].flatMap(([id, own]) => [
      `  ${own[0]?.name === '' ? own[0].class : own[0]?.name} (${id})`,
      ...own.map((one) => resultLine(one, told)),
    ]),
  ])
}

function resultLine(result: ModelResult, told: Words): string {
  const { element, parameter, limit, source, status } = result
  const verdict = told.results[status].padEnd(Math.max(...Object.values(told.results).map(({ length }) => length)))
  const parts = [`${element} · ${parameter}: ${valueText(result)}`, limit === '' ? '' : `${told.limit} ${limit}`, `${told.from} ${source}`]
  return `    ${verdict}  ${parts.filter((part) => part !== '').join('; ')}`
}
