import { writeTypedNumber } from '../engine/typed-number.ts'
import type { Language } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { answerCsv } from './answer-text.ts'
import { callService } from './local-service.ts'
import { fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'

/** A text in the width of the terminal; its command stays on one line, to be copied. */
function fitted(text: string, width: number | undefined): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('  plomada ') ? line : foldedText(line, width)))
    .join('\n')
}

const texts = {
  es: {
    units: 'Unidades',
    optional: 'se puede omitir',
    classes: 'Clases',
    documents: 'Normas',
    conditions: 'Condiciones',
    settled: 'Se conocen por el lugar o el elemento',
    number: 'número',
    boolean: 'sí o no',
    in: 'en',
    needed: 'necesaria',
    ifSilent: 'si no se indica',
    example: 'Ejemplo',
    noExample: 'Sin ejemplo',
    complies: 'cumple',
    fails: 'no cumple',
  },
  en: {
    units: 'Units',
    optional: 'may be left out',
    classes: 'Classes',
    documents: 'Regulations',
    conditions: 'Conditions',
    settled: 'Known from the place or the element',
    number: 'number',
    boolean: 'yes or no',
    in: 'in',
    needed: 'needed',
    ifSilent: 'if not stated',
    example: 'Example',
    noExample: 'No example',
    complies: 'complies',
    fails: 'does not comply',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>
type Words = (typeof texts)[Language]

/** `describe ELEMENT PARAMETER`: prints how to ask verify about them. */
export async function describeCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.describe.options)
  const [element, parameter, ...others] = positionals
  if (element === undefined || parameter === undefined || others.length > 0)
    throw new UsageError({
      es: 'Faltan el elemento y el parámetro, cada uno entre comillas si tiene espacios',
      en: 'Give the element and the parameter, each in quotes if it has spaces',
    })
  const names = [element, parameter].map(encodeURIComponent).join('/')
  const path = (place: Json): string => `/api/v1/elementos/${names}?${new URLSearchParams({ ...place, ...day })}`
  const day = values['as-of'] === undefined ? {} : { as_of: values['as-of'] }
  const { ok, body } = await callService(terminal, values, (place) => ({ path: path(place) }))
  if (!ok) return fail(terminal, body, values.json)
  if (values.csv) terminal.out(answerCsv({ items: body['conditions'] }))
  else terminal.out(values.json ? JSON.stringify(body, null, 2) : fitted(descriptionText(body, terminal.language), terminal.width))
  return 0
}

function descriptionText(body: Json, language: Language): string {
  const words = texts[language]
  const units = jsonList(body['units']).map((one) => String(one['unit']))
  const classes = list(body['classes']).map(String)
  const conditions = jsonList(body['conditions'])
  const asked = conditions.filter((one) => one['source'] !== 'element' && one['may_state'] === true)
  const settled = conditions.filter((one) => !asked.includes(one))
  return [
    `${named(body['element'] as Json, language)}: ${named(body['parameter'] as Json, language)}`,
    `${words.units}: ${units.join(', ')}${body['unit_optional'] === true ? ` (${words.optional})` : ''}`,
    ...(classes.length === 0 ? [] : [`${words.classes}: ${classes.join(', ')}`]),
    ...block(words.documents, jsonList(body['documents']).map(documentLine)),
    ...block(
      words.conditions,
      asked.flatMap((one) => conditionLines(one, words)),
    ),
    ...block(words.settled, settled.map(settledLine)),
    ...exampleLines(body, words),
  ].join('\n')
}

function jsonList(value: unknown): Json[] {
  return list(value).map((one) => one as Json)
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}

/** `Escalera (escalera)`. */
function named(term: Json, language: Language): string {
  const label = (language === 'en' ? term['label_en'] : undefined) ?? term['label']
  return `${String(label)} (${String(term['id'])})`
}

function documentLine(document: Json): string {
  const sections = jsonList(document['sections']).map((one) => `${String(one['section'])} (${list(one['versions']).join(', ')})`)
  return `${String(document['title'])}: ${sections.join('; ')}`
}

/** A condition, and its values on a line of their own. */
function conditionLines(condition: Json, words: Words): string[] {
  const { field, label, type, unit, needed } = condition
  const values = jsonList(condition['allowed']).map((one) => String(one['value']))
  const kind = { number: words.number, boolean: words.boolean, enum: '' }[String(type)] ?? ''
  const taken = condition['default'] as Json | undefined
  const notes = [
    [kind, unit === undefined ? '' : String(unit)].filter((part) => part !== '').join(`, ${words.in} `),
    needed === true ? words.needed : '',
    taken === undefined ? '' : `${words.ifSilent}, ${String(taken['label'])}`,
  ].filter((note) => note !== '')
  return [
    `${String(field)}: ${String(label)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
    ...(values.length === 0 ? [] : [`  ${values.join(' | ')}`]),
  ]
}

function settledLine(condition: Json): string {
  const fixed = condition['fixed'] as Json | undefined
  return `${String(condition['label'])}${fixed === undefined ? '' : `: ${String(fixed['label'])}`}`
}

function exampleLines(body: Json, words: Words): string[] {
  const example = body['example'] as Json | null
  if (example === null) return [`${words.noExample}: ${String((body['no_example'] as Json)['detail'])}`]
  return [
    `${words.example} (${example['result_status'] === 'COMPLIANT' ? words.complies : words.fails})`,
    `  ${verifyLine(example['request'] as Json)}`,
  ]
}

/** A verify request as a command: `plomada verify --element escalera …`. */
export function verifyLine(request: Json): string {
  const { element, parameter, value, unit = '1', geo_id, context = {}, as_of } = request
  const flags: [string, string][] = [
    ['element', String(element)],
    ['parameter', String(parameter)],
    ['value', stated(value)],
    ['unit', String(unit)],
    ['geo', String(geo_id)],
    ...Object.entries(context as Json).map(([field, one]): [string, string] => ['context', `${field}=${stated(one)}`]),
    ...(as_of === undefined ? [] : [['as-of', String(as_of)] as [string, string]]),
  ]
  return `plomada verify ${flags.map(([name, text]) => `--${name} ${quotedArgument(text)}`).join(' ')}`
}

/** A value as verify reads it back: 1.125 is `1,1250`, because `1,125` may be thousands. */
function stated(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : writeTypedNumber({ toString: () => String(value) })
}

function quotedArgument(text: string): string {
  return /^[\w.,=/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
