import { writeFileSync } from 'node:fs'
import { type CheckOutcome, comparisonCells } from '../batch/result-row.ts'
import { withComma } from '../engine/decimal.ts'
import { readTypedNumber } from '../engine/typed-number.ts'
import { commands } from '../usage/commands.ts'
import { contextOf } from './context-flag.ts'
import { exitCode, exitWithout } from './exit-code.ts'
import { verifyLocally } from './local-verify.ts'
import { fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

/** `verify`: exits with 0 if the value complies, 3 if it does not, 4 if that cannot be decided, 1 if the request is wrong. `--certificate` writes the answer with its certificate to a file. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.verify.options)
  const { element, parameter, value, unit, geo } = values
  for (const [name, given] of Object.entries({ element, parameter, value, unit, geo }))
    if (given === undefined) throw new UsageError({ es: `Falta --${name}`, en: `Give --${name}` })
  const context = contextOf(values.context ?? [])
  const typed = readTypedNumber(value ?? '')
  const { ok, body } = await verifyLocally(terminal, values, {
    element,
    parameter,
    value: typed.kind === 'number' ? typed.text : value,
    unit,
    geo_id: geo,
    context,
    codes: (values.code ?? []).map((slug) => ({ slug })),
    ...(values['as-of'] === undefined ? {} : { as_of: values['as-of'] }),
    include: [...(values.trace ? ['trace'] : []), ...(values.certificate === undefined ? [] : ['certificate'])],
  })
  if (!ok) {
    fail(terminal, body, values.json)
    return exitWithout(body)
  }
  if (values.certificate !== undefined) writeFileSync(values.certificate, JSON.stringify(body))
  const complies = body['is_compliant'] === true
  if (values.json) terminal.out(JSON.stringify(body, null, 2))
  else terminal.out(verdictText(body), complies ? 'good' : 'bad')
  return complies ? exitCode.success : exitCode.nonCompliant
}

type Compared = Extract<CheckOutcome, { outcome: 'verdict' }>['verdict']

function verdictText(body: Json): string {
  const place = body['geo_context'] as Json
  const spanish = (value: unknown): string => withComma(String(value))
  // The service answers by the schema of its own operation.
  const [sign, limit] = comparisonCells(body as unknown as Compared)
  const value = spanish(body['normalized_value'])
  const unit = String(body['unit'])
  const told = (text: string): string => (unit === '1' ? text : `${text} ${unit}`)
  const comparison = `${told(value)} (límite: ${told(`${sign} ${sign === 'entre' ? limit : spanish(limit)}`)})`
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
  const notes = (title: string, all: unknown): string[] =>
    list(all).length === 0 ? [] : [title, ...list(all).map((one) => `  ${typeof one === 'string' ? one : String((one as Json)['text'])}`)]
  return [
    `${body['is_compliant'] === true ? 'CUMPLE' : 'NO CUMPLE'}: ${comparison}`,
    `  ${String(place['name'])}${place['climate_zone'] === null ? '' : `, zona ${String(place['climate_zone'])}`}`,
    ...sources,
    ...notes('Datos que han contado', conditionLines(body, 'decided')),
    ...notes('Datos indicados que ninguna regla usa', conditionLines(body, 'not_used')),
    ...notes('Supuestos', body['assumptions']),
    ...notes('Avisos', body['warnings']),
    ...notes('Pasos', body['trace']),
  ].join('\n')
}

/** Conditions of a verdict as lines: `Uso del edificio: Administrativo`. */
function conditionLines(body: Json, part: 'decided' | 'not_used'): string[] {
  return list((body['context_use'] as Json)[part]).map((one) => `${String((one as Json)['label'])}: ${String((one as Json)['value'])}`)
}
