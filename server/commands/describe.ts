import { writeTypedNumber } from '../engine/typed-number.ts'
import { commands } from '../usage/commands.ts'
import { callService } from './local-service.ts'
import { fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

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
  terminal.out(values.json ? JSON.stringify(body, null, 2) : descriptionText(body))
  return 0
}

function descriptionText(body: Json): string {
  const units = jsonList(body['units']).map((one) => String(one['unit']))
  const classes = list(body['classes']).map(String)
  const conditions = jsonList(body['conditions'])
  const asked = conditions.filter((one) => one['source'] !== 'element' && one['may_state'] === true)
  const settled = conditions.filter((one) => !asked.includes(one))
  return [
    `${named(body['element'] as Json)}: ${named(body['parameter'] as Json)}`,
    `Unidades: ${units.join(', ')}${body['unit_optional'] === true ? ' (se puede omitir)' : ''}`,
    ...(classes.length === 0 ? [] : [`Clases: ${classes.join(', ')}`]),
    ...block('Normas', jsonList(body['documents']).map(documentLine)),
    ...block('Condiciones', asked.flatMap(conditionLines)),
    ...block('Se conocen por el lugar o el elemento', settled.map(settledLine)),
    ...exampleLines(body),
  ].join('\n')
}

function jsonList(value: unknown): Json[] {
  return list(value).map((one) => one as Json)
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}

/** `Escalera (escalera)`. */
function named(term: Json): string {
  return `${String(term['label'])} (${String(term['id'])})`
}

function documentLine(document: Json): string {
  const sections = jsonList(document['sections']).map((one) => `${String(one['section'])} (${list(one['versions']).join(', ')})`)
  return `${String(document['title'])}: ${sections.join('; ')}`
}

/** A condition, and its values on a line of their own. */
function conditionLines(condition: Json): string[] {
  const { field, label, type, unit, needed } = condition
  const values = jsonList(condition['allowed']).map((one) => String(one['value']))
  const kind = { number: 'número', boolean: 'sí o no', enum: '' }[String(type)] ?? ''
  const taken = condition['default'] as Json | undefined
  const notes = [
    [kind, unit === undefined ? '' : String(unit)].filter((part) => part !== '').join(', en '),
    needed === true ? 'necesaria' : '',
    taken === undefined ? '' : `si no se indica, ${String(taken['label'])}`,
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

function exampleLines(body: Json): string[] {
  const example = body['example'] as Json | null
  if (example === null) return [`Sin ejemplo: ${String((body['no_example'] as Json)['detail'])}`]
  return [`Ejemplo (${example['result_status'] === 'COMPLIANT' ? 'cumple' : 'no cumple'})`, `  ${verifyLine(example['request'] as Json)}`]
}

/** The example as a command: `plomada verify --element escalera …`. */
function verifyLine(request: Json): string {
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
