import { openStore } from '../../server/access/store.ts'
import { createApp } from '../../server/api/app.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { requirementsOf } from '../../server/engine/requirements.ts'
import { verify } from '../../server/engine/verify.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../../server/kb/open.ts'
import { jsonText } from '../../server/operations/json-text.ts'
import { placeFor } from '../../server/operations/place-for.ts'
import { verifyAnswer } from '../../server/operations/verify-case.ts'
import { verifyInput } from '../../server/operations/verify-input.ts'
import { roof, variedRoof } from './request.ts'
import { cpuMilliseconds, median, percentile, type Row } from './row.ts'

/** Measures what needs no socket: opening the base, verify, a sheet of requirements, questions and searches. In CPU time, so that other programs beside do not count. */
export async function inProcess(packFile: string): Promise<Row[]> {
  const openings = Array.from({ length: 5 }, () => cpuMilliseconds(() => openKnowledgeBase(packFile).close()))
  const kb = openKnowledgeBase(packFile)
  const rows = [
    { name: 'opening the base', value: median(openings), unit: 'ms' as const },
    ...verifyTimes(kb),
    ...requirements(kb),
    ...(await questions(kb)),
  ]
  kb.close()
  return rows
}

/** One verify with other values and eight places in turns, the first of a pair and place, and a batch of pairs with their answers as JSON. */
function verifyTimes(kb: KnowledgeBase): Row[] {
  const asOf = kb.meta.referenceDate
  const context = { kb, language: 'es', store: openStore(undefined, () => new Date()) } as const
  const varied = (turn: number): void => {
    const { element, parameter, unit, codes, value, geo_id } = variedRoof(turn)
    verify(kb.book, { element, parameter, value: parseDecimal(String(value)), unit, place: placeFor(kb, geo_id), context: {}, asOf, codes })
  }
  const rounds = (count: number, act: (turn: number) => void): number => {
    const times = Array.from({ length: 20 }, (_, round) =>
      cpuMilliseconds(() => {
        for (let turn = 0; turn < count; turn++) act(round * count + turn)
      }),
    )
    return (median(times.slice(5)) / count) * 1000
  }
  const places = kb.geography.list({}).map(({ ine }) => placeFor(kb, `ES-${ine}`))
  const first = rounds(200, (turn) => {
    const { element, parameter, unit, codes } = roof
    const place = places[turn] ?? placeFor(kb, roof.geo_id)
    verify(kb.book, { element, parameter, value: parseDecimal('0.5'), unit, place, context: {}, asOf, codes })
  })
  const each = rounds(2000, varied)
  const answered = rounds(2000, (turn) => jsonText(verifyAnswer(context, verifyInput.parse(variedRoof(turn)))))
  context.store.close()
  return [
    { name: 'verify in process', value: each, unit: 'µs', atMost: 10 },
    { name: 'verify in process, the first at a place', value: first, unit: 'µs' },
    { name: 'batch in process, verdicts a second of CPU', value: 1e6 / each, unit: '/s', atLeast: 100_000 },
    { name: 'the same with input read and answer written', value: 1e6 / answered, unit: '/s' },
  ]
}

/** The requirements of a block with a car park: the first sheet after opening the base, and others of other buildings. */
function requirements(kb: KnowledgeBase): Row[] {
  const [first = Number.NaN, ...others] = [12, 24, 36, 48, 60].map((viviendas) =>
    cpuMilliseconds(() => {
      requirementsOf(kb.book, {
        place: placeFor(kb, 'ES-09059'),
        context: { uso: 'residencial_privado', intervencion: 'obra_nueva', altura_evacuacion_m: viviendas / 2, viviendas },
        parts: [{ name: 'Garaje', context: { uso: 'aparcamiento', plazas: viviendas } }],
        absent: [],
        asOf: kb.meta.referenceDate,
        codes: [],
      })
    }),
  )
  return [
    { name: `requirements of ${kb.book.rules.length} rules, the first sheet of a base`, value: first, unit: 'ms' },
    { name: 'requirements, later sheets', value: median(others), unit: 'ms', atMost: 150 },
  ]
}

/** Questions and searches in the words of the titles of rules, one rule in eighty, each twice: the second time nothing is read for the first time. In time passed: one takes less than the CPU clock of some machines tells. */
async function questions(kb: KnowledgeBase): Promise<Row[]> {
  const store = openStore(undefined, () => new Date())
  const app = createApp({ kb, store, rate: undefined, allowedHosts: [], newRequestId: () => 'bench', log: () => undefined })
  const send = async (path: string, init?: RequestInit): Promise<number> => {
    const started = performance.now()
    const response = await app.fetch(new Request(`http://localhost${path}`, init), { kind: 'desktop' })
    await response.text()
    if (!response.ok) throw new Error(`${path}: status ${response.status}`)
    return performance.now() - started
  }
  const headers = { 'content-type': 'application/json' }
  const ask = (query: string) => send('/api/v1/ask', { method: 'POST', headers, body: JSON.stringify({ query, geo_id: roof.geo_id }) })
  const search = (query: string) => send(`/api/v1/search?limit=10&q=${encodeURIComponent(query)}`)
  const titles = kb.book.rules.filter((_, index) => index % 80 === 0).map(({ rule }) => rule.title)
  const rows: Row[] = []
  for (const [name, one, middle, slowest] of [
    ['ask', ask, 6, 20],
    ['search', search, undefined, undefined],
  ] as const) {
    rows.push({ name: `${name}, the first`, value: await one(titles[0] ?? ''), unit: 'ms' })
    const times: number[] = []
    for (const round of [1, 2]) for (const title of titles) (round === 1 ? [] : times).push(await one(title))
    rows.push({ name: `${name}, p50`, value: median(times), unit: 'ms', ...(middle === undefined ? {} : { atMost: middle }) })
    rows.push({ name: `${name}, p99`, value: percentile(times, 99), unit: 'ms', ...(slowest === undefined ? {} : { atMost: slowest }) })
  }
  store.close()
  return rows
}
