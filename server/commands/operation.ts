import { operationRequest } from '../api/operation-request.ts'
import type { Operation } from '../operations/operation.ts'
import { type OperationCommand, operationCommands } from '../usage/operation-commands.ts'
import { fieldOptions, numberFields, operandsOf, operationUsage, optionName } from '../usage/operation-usage.ts'
import { answerCsv, answerText } from './answer-text.ts'
import { contextOf } from './context-flag.ts'
import { listFields } from './list-fields.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { numberOf } from './number-flag.ts'
import { placeStated } from './place-flag.ts'
import { fail, type Json } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

type Values = Readonly<Record<string, unknown>>

/** The command that is made from operations, such as `geo`; undefined if there is none of that name. */
export function operationCommand(name: string): ((args: readonly string[], terminal: Terminal) => Promise<number>) | undefined {
  const command = Object.hasOwn(operationCommands, name) ? operationCommands[name] : undefined
  return command === undefined ? undefined : (args, terminal) => run(name, command, args, terminal)
}

/** Sends the operation and prints its answer as text, JSON or CSV. */
async function run(name: string, command: OperationCommand, args: readonly string[], terminal: Terminal): Promise<number> {
  const usage = await operationUsage(command)
  const { values, positionals } = parse(args, usage.options)
  const loaded = await Promise.all(command.operations.map((load) => load()))
  const operation = loaded.find((one) => operandsOf(one).length === positionals.length)
  if (operation === undefined) {
    const form = (language: 'es' | 'en'): string => `plomada ${name} ${usage.operands?.[language] ?? ''}`.trimEnd()
    throw new UsageError({ es: `Se espera ${form('es')}`, en: `Expected ${form('en')}` })
  }
  const lacking = [...fieldOptions(operation)].flatMap(([field, { required }]) =>
    required === true && values[optionName(field)] === undefined ? [`--${optionName(field)}`] : [],
  )
  if (lacking.length > 0) throw new UsageError({ es: `Falta ${lacking.join(', ')}`, en: `Give ${lacking.join(', ')}` })
  const { csv, json } = values as { readonly csv: boolean; readonly json: boolean }
  const local = await openLocal(terminal, values, 'nothing-stored')
  try {
    const sent = operationRequest(operation, await inputOf(operation, values, positionals, { local, terminal }))
    const { ok, body } = await answerOf(await local.fetch(sent.path, sent.body))
    if (!ok) return fail(terminal, body, json)
    if (json) terminal.out(JSON.stringify(body, null, 2))
    else {
      const named = operation.name === 'listZones' ? withMunicipalities(body, local) : body
      terminal.out(csv ? answerCsv(named, listFields(operation.output)) : answerText(named, terminal.language, terminal.width))
    }
    return 0
  } finally {
    await local.close()
  }
}

/** The fields of the input that were stated. Municipalities may be stated by name. */
async function inputOf(
  operation: Operation,
  values: Values,
  positionals: readonly string[],
  { local, terminal }: { readonly local: Local; readonly terminal: Terminal },
): Promise<Json> {
  const input: Json = {}
  for (const [at, field] of operandsOf(operation).entries()) input[field] = positionals[at]
  const numbers = numberFields(operation)
  for (const field of fieldOptions(operation).keys()) {
    const value = values[optionName(field)]
    if (typeof value === 'string' && numbers.includes(field)) input[field] = numberOf(`--${optionName(field)}`, value)
    else if (value !== undefined) input[field] = readers[field]?.(value as readonly string[]) ?? value
  }
  if (typeof input['geo_id'] === 'string') input['geo_id'] = await placeStated(input['geo_id'], local.kb, terminal)
  // A code, or a name that nobody can be asked about, is judged by the operation.
  const { municipio } = input
  if (typeof municipio === 'string' && !/^(\d|[A-Z]{2}-)/i.test(municipio) && terminal.question !== undefined)
    input['municipio'] = await placeStated(municipio, local.kb, terminal, 'geo')
  return input
}

/** The zones with the name of each municipality, which the API leaves out: `["28079", "D3", "rule"]`. */
function withMunicipalities(body: Json, { kb }: Local): Json {
  const names = new Map(kb.geography.list({}).map(({ ine, name }) => [ine, name]))
  const items = (body['items'] as [ine: string, value: unknown, quality: unknown][]).map(([ine, value, quality]) => ({
    ine,
    name: names.get(ine) ?? '',
    value,
    quality,
  }))
  return { ...body, items }
}

/** How options become fields that are not texts. */
const readers: Readonly<Record<string, (value: readonly string[]) => unknown>> = {
  context: contextOf,
  codes: (slugs) => slugs.map((slug) => ({ slug })),
}
