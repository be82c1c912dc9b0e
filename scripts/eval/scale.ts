import { defaultPackFile } from '../../server/config/defaults.ts'
import { findArticles } from '../../server/kb/find-articles.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { buildIndex, openIndex } from '../../server/kb/search-index.ts'
import { mistyped } from './squad.ts'

const queriesAsked = 400
const sentencesEach = 8

/** Times searches in the knowledge base and in a synthetic one with `sections` articles, made of random sentences of the base with a fixed seed. */
export function evaluateScale(sections: number): void {
  const kb = openKnowledgeBase(process.env['PLOMADA_KB'] ?? defaultPackFile)
  const rows = kb.documents.flatMap(({ slug }) => kb.articles.contents(slug).flatMap(({ slug: section }) => kb.articles.wordings(slug, section)))
  const sentences = rows.flatMap(({ plain }) => plain.split('\n'))
  const random = seeded(7)
  const drawn = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const queries = Array.from({ length: queriesAsked }, (_, index) => {
    const text = index % 2 === 0 ? drawn(rows).title : drawn(sentences).split(' ').slice(0, 8).join(' ')
    return index % 4 === 3 ? mistyped(text) : text
  })
  report(`the base, ${rows.length} wordings`, queries, (query) => findArticles(kb, query, kb.meta.referenceDate))

  const articles = Array.from({ length: sections }, (_, index) => ({
    id: String(index),
    number: `${index}`,
    title: drawn(rows).title,
    names: '',
    asked: '',
    text: Array.from({ length: sentencesEach }, () => drawn(sentences)).join('\n'),
  }))
  const started = performance.now()
  const stored = buildIndex(articles, 'typed')
  const built = performance.now()
  const index = openIndex(stored, (id) => articles[Number(id)]?.text ?? '')
  index.search('cubierta')
  const seconds = (from: number, to: number): string => `${((to - from) / 1000).toFixed(1)} s`
  console.log(
    `synthetic base of ${sections} articles, typed arrays: built in ${seconds(started, built)}, opened in ${seconds(built, performance.now())}`,
  )
  report(`${sections} articles`, queries, (query) => index.search(query))
  kb.close()
}

function report(name: string, queries: readonly string[], search: (query: string) => unknown): void {
  for (const pass of ['first', 'second']) console.log(`${name}: ms a search, ${pass} pass: ${timesOf(queries, search)}`)
}

function timesOf(queries: readonly string[], search: (query: string) => unknown): string {
  const times = queries
    .map((query) => {
      const started = performance.now()
      search(query)
      return performance.now() - started
    })
    .sort((left, right) => left - right)
  const at = (share: number): string => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`
}

/** Numbers in [0, 1), the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
