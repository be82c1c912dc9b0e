import { writeFileSync } from 'node:fs'
import { type CheckOutcome, comparisonCells } from '../batch/result-row.ts'
import { withComma } from '../engine/decimal.ts'
import { readTypedNumber } from '../engine/typed-number.ts'
import { contextOf } from './context-flag.ts'
import { callService, fail, type Json, list } from './local-service.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

/** `verify`: exits with 0 if the value complies, 3 if it does not, 1 if it cannot be decided. `--certificate` writes the answer with its certificate to a file. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, {
    element: { type: 'string' },
    parameter: { type: 'string' },
    value: { type: 'string' },
    unit: { type: 'string' },
    geo: { type: 'string' },
    code: { type: 'string', multiple: true },
    context: { type: 'string', multiple: true },
    'as-of': { type: 'string' },
    trace: { type: 'boolean', default: false },
    certificate: { type: 'string' },
  })
  const { element, parameter, value, unit, geo } = values
  for (const [name, given] of Object.entries({ element, parameter, value, unit, geo }))
    if (given === undefined) throw new UsageError({ es: `Falta --${name}`, en: `Give --${name}` })
  const context = contextOf(values.context ?? [])
  const typed = readTypedNumber(value ?? '')
  const { ok, body } = await callService(terminal, values, '/api/v1/verify', {
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
  if (!ok) return fail(terminal, body, values.json)
  if (values.certificate !== undefined) writeFileSync(values.certificate, JSON.stringify(body))
  terminal.out(values.json ? JSON.stringify(body, null, 2) : verdictText(body))
  return body['is_compliant'] === true ? 0 : 3
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

/** `ask`: prints the answer and its sources. `--history`: the earlier questions of the conversation, oldest first. */
export async function askCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, { geo: { type: 'string' }, history: { type: 'string', multiple: true } })
  const query = positionals.join(' ')
  if (query === '') throw new UsageError({ es: 'Falta la pregunta', en: 'Give the question' })
  const { ok, body } = await callService(terminal, values, '/api/v1/ask', {
    query,
    ...(values.geo === undefined ? {} : { geo_id: values.geo }),
    ...(values.history === undefined ? {} : { history: values.history }),
  })
  if (!ok) return fail(terminal, body, values.json)
  terminal.out(values.json ? JSON.stringify(body, null, 2) : answerText(body))
  return 0
}

/** An answer as text: the verdict first, what was taken over, the answer, and its sources or what comes nearest. */
function answerText(body: Json): string {
  const verdict = body['verdict'] === null ? [] : [body['verdict'] === 'COMPLIANT' ? 'CUMPLE' : 'NO CUMPLE']
  const earlier = list(body['took_over']).map((one) => `«${String(one)}»`)
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  [${String(one['similarity_score'])}] ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
  const near = list(body['suggestions'])
    .map((one) => one as Json)
    .flatMap((one) => [
      `  ${String(one['title'])}`,
      ...String(one['snippet'])
        .split('\n')
        .map((line) => `    ${line}`),
    ])
  // The answer of a refusal ends with the titles that follow here with their text.
  const [answer = ''] = near.length > 0 ? String(body['answer']).split(' Mire aquí:\n') : [String(body['answer'])]
  return [
    ...verdict,
    ...(earlier.length > 0 ? [`Se ha tenido en cuenta lo preguntado antes: ${earlier.join(', ')}`] : []),
    answer,
    ...(sources.length > 0 ? ['', 'Fuentes', ...sources] : []),
    ...(near.length > 0 ? ['', 'Lo más cercano', ...near] : []),
  ].join('\n')
}

/** `search`: prints the articles found, best first. */
export async function searchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, { collection: { type: 'string' }, document: { type: 'string' }, limit: { type: 'string' } })
  const q = positionals.join(' ')
  if (q === '') throw new UsageError({ es: 'Faltan las palabras que buscar', en: 'Give the words to search for' })
  const query = new URLSearchParams({
    q,
    ...(values.collection === undefined ? {} : { collection: values.collection }),
    ...(values.document === undefined ? {} : { document: values.document }),
    limit: values.limit ?? '10',
  })
  const { ok, body } = await callService(terminal, values, `/api/v1/search?${query}`)
  if (!ok) return fail(terminal, body, values.json)
  const items = list(body['items'])
    .map((one) => one as Json)
    .map(
      (one) => `${String(one['document'])} ${String(one['number'])} ${String(one['title'])} (${String(one['version'])})\n  ${String(one['snippet'])}`,
    )
  terminal.out(values.json ? JSON.stringify(body, null, 2) : items.length === 0 ? 'Nada encontrado' : items.join('\n'))
  return 0
}
