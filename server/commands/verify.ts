import { writeFileSync } from 'node:fs'
import { subjectFields } from '../batch/batch-entries.ts'
import { byteOrderMark, csvLine } from '../batch/csv.ts'
import { headingOf } from '../batch/headings.ts'
import { type CheckOutcome, comparisonCells, resultHeadings, resultRow } from '../batch/result-row.ts'
import { withComma } from '../engine/decimal.ts'
import { readTypedNumber } from '../engine/typed-number.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { Language } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { contextOf } from './context-flag.ts'
import { exitCode, exitWithout } from './exit-code.ts'
import { verifyLocally } from './local-verify.ts'
import { type Answer, fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'
import type { Stated } from './verify-steps.ts'

/**
 * `verify`: exits with 0 if the value complies, 3 if it does not, 4 if that cannot be decided, 1 if the request is wrong. `--certificate` writes the answer
 * with its certificate to a file. What is not stated is asked for, if a person is at the terminal.
 */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.verify.options)
  const { element, parameter, value, unit, geo } = values
  const stated = { element, parameter, value, unit, geo }
  const context = contextOf(values.context ?? [])
  const verify = (one: typeof stated, conditions: Readonly<Record<string, string>>) =>
    verifyLocally(terminal, values, bodyOf(one, conditions, values))
  const [lacking] = Object.entries(stated).flatMap(([name, given]) => (given === undefined ? [name] : []))
  if (lacking === undefined) return shown(await verify(stated, context), values, terminal)
  // A row is for a program.
  if (terminal.question === undefined || terminal.width === undefined || values.csv)
    throw new UsageError({ es: `Falta --${lacking}`, en: `Give --${lacking}` })
  const { verifyByAsking } = await import('./verify-dialogue.ts')
  const { question } = terminal
  return shown(await verifyByAsking(stated, context, { terminal: { ...terminal, question }, values, verify }), values, terminal)
}

type Values = ReturnType<typeof parse<typeof commands.verify.options>>['values']

function bodyOf({ element, parameter, value, unit, geo }: Stated, context: Readonly<Record<string, string>>, values: Values): Json {
  const typed = readTypedNumber(value ?? '')
  return {
    element,
    parameter,
    value: typed.kind === 'number' ? typed.text : value,
    unit,
    geo_id: geo,
    context,
    codes: (values.code ?? []).map((slug) => ({ slug })),
    ...(values['as-of'] === undefined ? {} : { as_of: values['as-of'] }),
    include: [...(values.trace ? ['trace'] : []), ...(values.certificate === undefined ? [] : ['certificate'])],
  }
}

/** Prints the verdict, or why there is none. Returns the exit code. */
function shown({ ok, body }: Answer, values: Values, terminal: Terminal): number {
  if (!ok) {
    fail(terminal, body, values.json)
    return exitWithout(body)
  }
  if (values.certificate !== undefined) writeFileSync(values.certificate, JSON.stringify(body))
  const complies = body['is_compliant'] === true
  if (values.json) terminal.out(JSON.stringify(body, null, 2))
  else if (values.csv) terminal.out(verdictCsv(body, values))
  else terminal.out(foldedText(verdictText(body, terminal.language), terminal.width), complies ? 'good' : 'bad')
  return complies ? exitCode.success : exitCode.nonCompliant
}

/** The verdict as a row, under the headings of the results of `batch`. */
function verdictCsv(body: Json, values: Values): string {
  const stated = [values.element, values.parameter, values.value, values.unit, values.geo]
  // The service answers by the schema of its own operation.
  const result = resultRow({ outcome: 'verdict', verdict: body as unknown as Compared })
  const headings = subjectFields.map(headingOf)
  return `${byteOrderMark}${csvLine([...headings, ...resultHeadings])}${csvLine([...stated, ...result])}`.trimEnd()
}

type Compared = Extract<CheckOutcome, { outcome: 'verdict' }>['verdict']

const texts = {
  es: {
    complies: 'CUMPLE',
    fails: 'NO CUMPLE',
    limit: 'límite',
    zone: 'zona',
    decided: 'Datos que han contado',
    notUsed: 'Datos indicados que ninguna regla usa',
    assumptions: 'Supuestos',
    warnings: 'Avisos',
    steps: 'Pasos',
  },
  en: {
    complies: 'COMPLIES',
    fails: 'DOES NOT COMPLY',
    limit: 'limit',
    zone: 'zone',
    decided: 'Data that counted',
    notUsed: 'Data stated that no rule uses',
    assumptions: 'Assumptions',
    warnings: 'Warnings (in Spanish)',
    steps: 'Steps',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>

function verdictText(body: Json, language: Language): string {
  const words = texts[language]
  const place = body['geo_context'] as Json
  const number = (value: unknown): string => (language === 'es' ? withComma(String(value)) : String(value))
  // The service answers by the schema of its own operation.
  const [sign, limit] = limitIn(body as unknown as Compared, language)
  const value = number(body['normalized_value'])
  const unit = String(body['unit'])
  const told = (text: string): string => withUnit(text, unit, language)
  const comparison = `${told(value)} (${words.limit}: ${told(`${sign} ${typeof limit === 'number' ? number(limit) : limit}`)})`
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
  const notes = (title: string, all: unknown): string[] =>
    list(all).length === 0 ? [] : [title, ...list(all).map((one) => `  ${typeof one === 'string' ? one : String((one as Json)['text'])}`)]
  return [
    `${body['is_compliant'] === true ? words.complies : words.fails}: ${comparison}`,
    `  ${String(place['name'])}${place['climate_zone'] === null ? '' : `, ${words.zone} ${String(place['climate_zone'])}`}`,
    ...sources,
    ...notes(words.decided, conditionLines(body, 'decided')),
    ...notes(words.notUsed, conditionLines(body, 'not_used')),
    ...notes(words.assumptions, body['assumptions']),
    ...notes(words.warnings, body['warnings']),
    ...notes(words.steps, body['trace']),
  ].join('\n')
}

/** The sign and the limit; in English a range is `between 90 and 110`. */
function limitIn(body: Compared, language: Language): readonly [string, string | number] {
  const { limit_range: range, comparison } = body
  if (range === undefined || language === 'es') return comparisonCells(body)
  const end = (value: number | string, strict: string): string => `${value}${comparison === strict ? ' (not included)' : ''}`
  return ['between', `${end(range.min, 'gt')} and ${end(range.max, 'lt')}`]
}

/** Conditions of a verdict as lines: `Uso del edificio: Administrativo`. */
function conditionLines(body: Json, part: 'decided' | 'not_used'): string[] {
  return list((body['context_use'] as Json)[part]).map((one) => `${String((one as Json)['label'])}: ${String((one as Json)['value'])}`)
}
