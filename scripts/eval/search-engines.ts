import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import { openReranker } from '../../server/kb/reranker.ts'
import { fieldBoosts, fields, type Indexed } from '../../server/kb/search-engine.ts'
import { buildIndex, openIndex } from '../../server/kb/search-index.ts'
import { stem, stems, words } from '../../server/kb/text-analysis.ts'

/** Options for MiniSearch's own fuzzy search, with our limits: one edit from 4 letters on, two from 8, none in words with digits. */
const fuzzyOptions = {
  fuzzy: (term: string) => (term.length < 4 || /\d/.test(term) ? false : term.length < 8 ? 1 : 2),
} as const

export type Search = (query: string) => readonly string[]

/** The search engines to compare, each built over the same articles. The first three are baselines. */
export const engines: Readonly<Record<string, (articles: readonly Indexed[]) => Search>> = {
  'MiniSearch, default': (articles) => {
    const index = new MiniSearch<Indexed>({ fields: ['number', 'title', 'names', 'text'] })
    index.addAll(articles)
    return (query) =>
      index
        .search(query)
        .slice(0, 10)
        .map(({ id }) => String(id))
  },
  'FTS5, our stems': (articles) => {
    const database = new Database(':memory:')
    database.exec("CREATE VIRTUAL TABLE article USING fts5(body, content='', tokenize='unicode61')")
    const insert = database.prepare('INSERT INTO article (rowid, body) VALUES (?, ?)')
    for (const [row, { number, title, names, text }] of articles.entries()) insert.run(row, stems(`${number} ${title} ${names} ${text}`).join(' '))
    const find = database.prepare<[string], { rowid: number }>('SELECT rowid FROM article WHERE article MATCH ? ORDER BY bm25(article) LIMIT 10')
    return (query) => {
      const terms = stems(query).flatMap((term) => words(term))
      return terms.length === 0 ? [] : find.all(terms.map((term) => `"${term}"`).join(' OR ')).map(({ rowid }) => articles[rowid]?.id ?? '')
    }
  },
  'MiniSearch, its fuzzy': (articles) => {
    const index = new MiniSearch<Indexed>({ fields: [...fields], tokenize: words, processTerm: (word) => stem(word) ?? null })
    index.addAll(articles)
    const texts = new Map(articles.map(({ id, number, title, text }) => [id, `${number} ${title}\n${text}`]))
    const reranker = openReranker((id) => texts.get(id) ?? '')
    return (query) => {
      const found = index.search(query, { boost: { ...fieldBoosts }, ...fuzzyOptions })
      return reranker
        .reorder(
          found.slice(0, 500).map(({ id, score }) => ({ id: String(id), score })),
          query,
        )
        .slice(0, 10)
        .map(({ id }) => id)
    }
  },
  'ours, first stage': (articles) => {
    const index = openIndex(buildIndex(articles, 'minisearch'))
    return (query) =>
      index
        .search(query)
        .slice(0, 10)
        .map(({ id }) => id)
  },
  ours: (articles) => ours(articles, 'minisearch'),
  'ours, typed arrays': (articles) => ours(articles, 'typed'),
}

function ours(articles: readonly Indexed[], engine: 'minisearch' | 'typed'): Search {
  const texts = new Map(articles.map(({ id, number, title, text }) => [id, `${number} ${title}\n${text}`]))
  const index = openIndex(buildIndex(articles, engine), (id) => texts.get(id) ?? '')
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id)
}

/** Measures one engine: nDCG@10, recall at 1 and at 5, mean reciprocal rank, and milliseconds per search. */
export function measure(
  search: Search,
  questions: readonly { readonly text: string; readonly paragraph: string }[],
): { ndcg: number; first: number; five: number; mrr: number; mean: number; p99: number } {
  const times: number[] = []
  const ranks = questions.map(({ text, paragraph }) => {
    const started = performance.now()
    const found = search(text)
    times.push(performance.now() - started)
    return found.indexOf(paragraph) + 1
  })
  times.sort((left, right) => left - right)
  const share = (score: (rank: number) => number): number =>
    ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : score(rank)), 0) / Math.max(1, ranks.length)
  return {
    ndcg: share((rank) => 1 / Math.log2(rank + 1)),
    first: share((rank) => (rank === 1 ? 1 : 0)),
    five: share((rank) => (rank <= 5 ? 1 : 0)),
    mrr: share((rank) => 1 / rank),
    mean: times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length),
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}
