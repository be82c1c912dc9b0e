import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../server/access/store.ts'
import type { Book } from '../../server/engine/book.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { verify } from '../../server/engine/verify.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../../server/kb/open.ts'
import { buildIndex, openIndex } from '../../server/kb/search-index.ts'
import { placeFor } from '../../server/operations/place-for.ts'
import { variedRoof } from './request.ts'
import { cpuMilliseconds, median, percentile, type Row } from './row.ts'

const factors = [1, 10, 100] as const
const flat = 2

/** Measures what must not grow, at once, ten and a hundred times the size, all of it made: rules, sections, keys, projects, lines of the audit. In CPU time. */
export function growth(packFile: string): Row[] {
  const kb = openKnowledgeBase(packFile)
  const rows = [
    ...grown(`verify with %n rules`, kb.book.rules.length, (count) => verifyWith(kb, count), 'µs'),
    ...grown('look-up of a key among %n', 100, keyLookUp, 'µs'),
    ...grown('reading a project among %n', 100, projectReading, 'µs'),
    ...grown('a line of the audit after %n', 2_000, auditLine, 'µs'),
    ...grown('start of the store after %n lines of the audit', 2_000, storeStart, 'ms'),
    ...searches(kb),
  ]
  kb.close()
  return rows
}

/** One row for each size; those above the first are compared with it. */
function grown(name: string, size: number, measure: (count: number) => number, unit: 'µs' | 'ms'): Row[] {
  const first = { name: `${size}`, value: measure(size) }
  const named = (count: number): string => name.replace('%n', String(count))
  return factors.map((factor) =>
    factor === 1
      ? { name: named(size), value: first.value, unit }
      : { name: named(size * factor), value: measure(size * factor), unit, bare: first, atMost: flat },
  )
}

/** Microseconds of one verify in a book with further rules, which are on other elements. */
function verifyWith(kb: KnowledgeBase, count: number): number {
  const { book } = kb
  const made = Array.from({ length: count - book.rules.length }, (_, index) => {
    const loaded = book.rules[index % book.rules.length]
    return loaded === undefined ? [] : [{ ...loaded, rule: { ...loaded.rule, id: `${loaded.rule.id}-${index}`, element: [`made-${index}`] } }]
  }).flat()
  const ruleIndex = new Map(book.ruleIndex)
  const ruleByKey = new Map(book.ruleByKey)
  for (const loaded of made) {
    ruleIndex.set(`${loaded.rule.element[0]}|${loaded.rule.parameter}`, [loaded])
    ruleByKey.set(`${loaded.document}/${loaded.rule.id}`, loaded)
  }
  const large: Book = Object.create(book, {
    rules: { value: [...book.rules, ...made] },
    ruleIndex: { value: ruleIndex },
    ruleByKey: { value: ruleByKey },
  })
  return microseconds(2000, (turn) => {
    const { element, parameter, unit, codes, value, geo_id } = variedRoof(turn)
    const request = { element, parameter, unit, codes, place: placeFor(kb, geo_id), context: {}, asOf: kb.meta.referenceDate }
    verify(large, { ...request, value: parseDecimal(String(value)) })
  })
}

function keyLookUp(count: number): number {
  return withStore(({ keys }) => {
    const texts = Array.from({ length: count }, (_, number) => keys.issue({ name: `key ${number}`, scopes: ['verify'], expiresAt: null }).text)
    for (const text of texts) keys.authenticate(text)
    return microseconds(20_000, (turn) => keys.authenticate(texts[(turn * 7919) % count] ?? ''))
  })
}

function projectReading(count: number): number {
  return withStore(({ projects }) => {
    const ids = Array.from({ length: count }, (_, number) => projects.create(JSON.stringify({ name: `Obra ${number}`, checks: [] })).id)
    return microseconds(10_000, (turn) => projects.get(ids[(turn * 7919) % count] ?? ''))
  })
}

function auditLine(count: number): number {
  return withStore((store) => {
    fill(store, count)
    return microseconds(500, () => addLine(store))
  })
}

/** Milliseconds of opening a store with that many lines. */
function storeStart(count: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const store = openStore(folder, () => new Date())
  fill(store, count)
  store.close()
  const times = Array.from({ length: 5 }, () => cpuMilliseconds(() => openStore(folder, () => new Date()).close()))
  rmSync(folder, { recursive: true, force: true })
  return median(times)
}

type Store = ReturnType<typeof openStore>

function fill(store: Store, count: number): void {
  for (let number = 0; number < count; number++) addLine(store)
}

function addLine({ audit }: Store): void {
  audit.append({ who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null })
}

function withStore(measure: (store: Store) => number): number {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const store = openStore(folder, () => new Date(), { quota: { count: 100_000, bytes: 1024 ** 3 } })
  const measured = measure(store)
  store.close()
  rmSync(folder, { recursive: true, force: true })
  return measured
}

/** Microseconds of CPU of an act, the middle of fifteen rounds. */
function microseconds(count: number, act: (turn: number) => void): number {
  const times = Array.from({ length: 20 }, () =>
    cpuMilliseconds(() => {
      for (let turn = 0; turn < count; turn++) act(turn)
    }),
  )
  return (median(times.slice(5)) / count) * 1000
}

/** Searches of titles in indexes of made articles: eight random sentences of the base each. */
function searches(kb: KnowledgeBase): Row[] {
  const rows = kb.documents.flatMap(({ slug }) => kb.articles.contents(slug).flatMap(({ slug: section }) => kb.articles.wordings(slug, section)))
  const sentences = rows.flatMap(({ plain }) => plain.split('\n'))
  const titles = rows.filter((_, index) => index % 8 === 0).map(({ title }) => title)
  return [1_000, 10_000, 100_000].map((count) => {
    const articles = Array.from({ length: count }, (_, index) => ({
      id: String(index),
      number: String(index),
      title: rows[(index * 31) % rows.length]?.title ?? '',
      names: '',
      asked: '',
      text: Array.from({ length: 8 }, (_, line) => sentences[(index * 7919 + line * 104_729) % sentences.length]).join('\n'),
    }))
    const index = openIndex(buildIndex(articles, 'typed'), (id) => articles[Number(id)]?.text ?? '')
    for (const title of titles) index.search(title)
    const times = titles.map((title) => cpuMilliseconds(() => index.search(title)))
    return { name: `search among ${count} sections, p99`, value: percentile(times, 99), unit: 'ms', atMost: 60 }
  })
}
