import { openStore } from '../access/store.ts'
import { createApp } from '../app.ts'
import { openGenerator } from '../ask/generator.ts'
import { readConfig } from '../config.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { chooseBase } from '../packs/choose.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

type Json = Record<string, unknown>

/** Puts one request to the service in this process, as the desktop would: same answers as over the network. A text is sent as it is. */
export async function callService(terminal: Terminal, flags: Record<string, string>, path: string, body?: Json | string): Promise<Response> {
  const config = readConfig(terminal.environment, flags)
  const kb = openKnowledgeBase(chooseBase(config).file)
  const generator = config.generator === undefined ? undefined : openGenerator(config.generator)
  try {
    const app = createApp({
      kb,
      store: openStore(undefined, () => new Date()),
      rate: undefined,
      allowedHosts: [],
      generator,
      newRequestId: () => 'cli',
      log: () => undefined,
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = body === undefined ? {} : { method: 'POST', body: text, headers: { 'content-type': 'application/json' } }
    return await app.fetch(new Request(`http://localhost${path}`, init), { kind: 'desktop' })
  } finally {
    kb.close()
  }
}

async function request(
  terminal: Terminal,
  flags: Record<string, string>,
  path: string,
  body?: Json,
): Promise<{ readonly ok: boolean; readonly body: Json }> {
  const response = await callService(terminal, flags, path, body)
  return { ok: response.ok, body: (await response.json()) as Json }
}

/** Says why there is no answer, and what to add. The exit code of a failure. */
export function fail(terminal: Terminal, problem: Json, asJson: boolean): number {
  const candidates = list(problem['candidates']).map((one) => (typeof one === 'string' ? one : Object.values(one as Json).join(' ')))
  const missing = list(problem['missing'])
    .map((one) => one as Json)
    .map(
      (one) =>
        `  --context ${String(one['field'])}=…   ${String(one['label'])}${one['unit'] === undefined ? '' : ` [${String(one['unit'])}]`}: ${
          list(one['allowed'])
            .map((value) => String((value as Json)['value']))
            .join(' | ') || String(one['help'])
        }`,
    )
  const lines = [
    `${String(problem['title'])} (${String(problem['code'])})`,
    String(problem['detail']),
    ...(candidates.length === 0 ? [] : [`Quizá: ${candidates.join(', ')}`]),
    ...missing,
  ]
  terminal.err(asJson ? JSON.stringify(problem, null, 2) : lines.join('\n'))
  return 1
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** `verify`: exits 0 when the value complies, 3 when it does not, 1 when it cannot be decided. */
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
  })
  const { element, parameter, value, unit, geo } = values
  for (const [name, given] of Object.entries({ element, parameter, value, unit, geo }))
    if (given === undefined) throw new UsageError(`Falta --${name}`)
  const context = Object.fromEntries(
    (values.context ?? []).map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`No se entiende --context «${pair}»: se espera campo=valor`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  const decimal = (value ?? '').replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  const { ok, body } = await request(terminal, flagsOf(values), '/api/v1/verify', {
    element,
    parameter,
    value: decimal,
    unit,
    geo_id: geo,
    context,
    codes: (values.code ?? []).map((slug) => ({ slug })),
    ...(values['as-of'] === undefined ? {} : { as_of: values['as-of'] }),
    ...(values.trace ? { include: ['trace'] } : {}),
  })
  if (!ok) return fail(terminal, body, values.json)
  terminal.out(values.json ? JSON.stringify(body, null, 2) : verdictText(body))
  return body['is_compliant'] === true ? 0 : 3
}

const signs: Readonly<Record<string, string>> = { lte: '≤', lt: '<', gte: '≥', gt: '>', eq: '=' }

function verdictText(body: Json): string {
  const place = body['geo_context'] as Json
  const spanish = (value: unknown): string => String(value).replace('.', ',')
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
  const notes = (title: string, all: unknown): string[] =>
    list(all).length === 0 ? [] : [title, ...list(all).map((one) => `  ${typeof one === 'string' ? one : String((one as Json)['text'])}`)]
  return [
    `${body['is_compliant'] === true ? 'CUMPLE' : 'NO CUMPLE'}: ${spanish(body['normalized_value'])} ${signs[String(body['comparison'])] ?? ''} ${spanish(body['limit_value'])} ${String(body['unit'])}`,
    `  ${String(place['name'])}${place['climate_zone'] === null ? '' : `, zona ${String(place['climate_zone'])}`}`,
    ...sources,
    ...notes('Supuestos', body['assumptions']),
    ...notes('Avisos', body['warnings']),
    ...notes('Pasos', body['trace']),
  ].join('\n')
}

/** `ask`: prints the answer and its sources. */
export async function askCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, { geo: { type: 'string' } })
  const query = positionals.join(' ')
  if (query === '') throw new UsageError('Falta la pregunta')
  const { ok, body } = await request(terminal, flagsOf(values), '/api/v1/ask', { query, ...(values.geo === undefined ? {} : { geo_id: values.geo }) })
  if (!ok) return fail(terminal, body, values.json)
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  [${String(one['similarity_score'])}] ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
  const suggestions = list(body['suggestions']).map((one) => `  ${String((one as Json)['title'])}`)
  terminal.out(
    values.json
      ? JSON.stringify(body, null, 2)
      : [
          String(body['answer']),
          ...(sources.length > 0 ? ['', 'Fuentes', ...sources] : []),
          ...(suggestions.length > 0 ? ['', 'Sugerencias', ...suggestions] : []),
        ].join('\n'),
  )
  return 0
}

/** `search`: prints the articles found, best first. */
export async function searchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, { collection: { type: 'string' }, document: { type: 'string' }, limit: { type: 'string' } })
  const q = positionals.join(' ')
  if (q === '') throw new UsageError('Faltan las palabras que buscar')
  const query = new URLSearchParams({
    q,
    ...(values.collection === undefined ? {} : { collection: values.collection }),
    ...(values.document === undefined ? {} : { document: values.document }),
    limit: values.limit ?? '10',
  })
  const { ok, body } = await request(terminal, flagsOf(values), `/api/v1/search?${query}`)
  if (!ok) return fail(terminal, body, values.json)
  const items = list(body['items'])
    .map((one) => one as Json)
    .map(
      (one) => `${String(one['document'])} ${String(one['number'])} ${String(one['title'])} (${String(one['version'])})\n  ${String(one['snippet'])}`,
    )
  terminal.out(values.json ? JSON.stringify(body, null, 2) : items.length === 0 ? 'Nada encontrado' : items.join('\n'))
  return 0
}
