import { expect, test } from 'vitest'
import { readDocuments } from '../../kb/compiler/read-document.ts'
import { readVocabulary } from '../../kb/compiler/read-vocabulary.ts'
import { openSources } from '../../kb/compiler/source-file.ts'
import { bodyOf, type Json, startService } from '../service.ts'

// Laws that hold for any verdict, tried on a worked example of each of some rules, the same in every run. PLOMADA_RULES=5000 takes all.
const { post, kb } = startService()
const mostRules = Number(process.env['PLOMADA_RULES'] ?? 300)
const sources = openSources(process.env['PLOMADA_TEST_KB'] ?? 'kb')
const random = randomFrom(20261128)

interface Example {
  readonly document: string
  readonly request: Json & { readonly value: string; readonly context: Json }
  readonly verdict: Json
}

const examples: readonly Example[] = await examplesOf(mostRules)
const failing = examples.filter(({ verdict }) => verdict['result_status'] === 'NON_COMPLIANT')

test('there are examples of both verdicts', () => {
  expect(failing.length).toBeGreaterThan(mostRules / 10)
  expect(examples.length - failing.length).toBeGreaterThan(mostRules / 10)
})

test('a value that fails still fails where it is worse', async () => {
  const wrong: string[] = []
  for (const { request, verdict } of failing) {
    const [value, measured, limit] = [Number(request.value), Number(verdict['normalized_value']), Number(verdict['limit_value'])]
    if (![value, measured, limit].every(Number.isFinite) || verdict['limit_range'] !== null || measured === limit) continue
    for (const share of [1e-6, 0.01, 0.5, 3]) {
      const worse = value + Math.sign(measured - limit) * Math.max(Math.abs(value), 1e-3) * share
      if ((await outcome({ ...request, value: Number(worse.toPrecision(12)) })) === 'COMPLIANT') wrong.push(`${JSON.stringify(request)} at ${worse}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a datum left out never turns the verdict without being said', async () => {
  const wrong: string[] = []
  for (const { request, verdict } of examples)
    for (const field of Object.keys(request.context)) {
      const { [field]: _gone, ...context } = request.context
      const body = await bodyOf(await post('/api/v1/verify', { ...request, context }))
      if (body['result_status'] === undefined || body['result_status'] === verdict['result_status']) continue
      const said = JSON.stringify([body['assumptions'], body['warnings']])
      const label = field === 'altitud_m' ? 'altitud' : (kb.book.dimensions.byId.get(field)?.label ?? field)
      if (!said.includes(label)) wrong.push(`${JSON.stringify(request)} without ${field}`)
    }
  expect(wrong).toEqual([])
})

test('a datum that is said to be unused changes no verdict', async () => {
  const wrong: string[] = []
  const booleans = [...kb.book.dimensions.byId.values()].filter(({ type, source }) => type === 'boolean' && source !== 'place')
  for (const { request, verdict } of examples) {
    const { id = '' } = booleans[Math.floor(random() * booleans.length)] ?? {}
    if (request.context[id] !== undefined) continue
    const body = await bodyOf(await post('/api/v1/verify', { ...request, context: { ...request.context, [id]: random() < 0.5 } }))
    const unused = ((body['context_use'] as Json | undefined)?.['not_used'] ?? []) as Json[]
    if (unused.some(({ field }) => field === id) && body['result_status'] !== verdict['result_status'])
      wrong.push(`${JSON.stringify(request)} with ${id}`)
  }
  expect(wrong).toEqual([])
})

test('what one document refuses, all of them together do not admit', async () => {
  const wrong: string[] = []
  for (const { document, request } of examples)
    if ((await outcome({ ...request, codes: [{ slug: document }] })) === 'NON_COMPLIANT' && (await outcome(request)) === 'COMPLIANT')
      wrong.push(JSON.stringify(request))
  expect(wrong).toEqual([])
})

async function outcome(request: Json): Promise<unknown> {
  return (await bodyOf(await post('/api/v1/verify', request)))['result_status']
}

/** A worked example that gets a verdict, for each of some rules. */
async function examplesOf(most: number): Promise<Example[]> {
  const groups = readDocuments(sources, readVocabulary(sources)).flatMap(({ source, cases, rules }) =>
    cases.flatMap(({ value: { rule: id, cases: all } }) => {
      const rule = rules.find(({ value }) => value.id === id)?.value
      return rule === undefined || kb.book.documents.get(source.slug)?.editions.at(-1)?.to !== null ? [] : [{ document: source.slug, rule, all }]
    }),
  )
  const examples: Example[] = []
  const ordered = groups.map((group) => ({ group, at: random() })).sort((one, other) => one.at - other.at)
  for (const { group } of ordered.slice(0, most)) {
    const one = group.all[Math.floor(random() * group.all.length)]
    if (one === undefined || one.problem !== undefined) continue
    const { element, parameter, unit } = group.rule
    const request = {
      ...{ element: one.element ?? element[0], parameter, value: one.value, unit: one.unit ?? unit, geo_id: one.at, context: one.context as Json },
      ...(one.as_of === undefined ? {} : { as_of: one.as_of }),
    }
    const verdict = await bodyOf(await post('/api/v1/verify', request))
    if (verdict['result_status'] !== undefined) examples.push({ document: group.document, request, verdict })
  }
  return examples
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
