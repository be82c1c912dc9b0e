import type Database from 'better-sqlite3'
import type { Book } from '../engine/book.ts'
import type { ForeignWords } from '../engine/foreign-words.ts'
import type { StatedCondition } from '../engine/stated-conditions.ts'
import type { Language, Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { type Articles, openArticles } from './articles.ts'
import type { DocumentBody } from './document-body.ts'
import { type Geography, openGeography } from './geography.ts'
import type { HulcMapping } from './hulc-mapping.ts'
import { type Identifiers, identifiersOf } from './identifiers.ts'
import type { IfcMapping } from './ifc-mapping.ts'
import { noMapping } from './no-mapping.ts'
import { packFormat } from './pack-schema.ts'
import { metaJson, metaText, readBook } from './read-book.ts'
import { openIndex, type SearchIndex, type StoredIndex } from './search-index.ts'

export interface KnowledgeBaseMeta {
  readonly id: string
  readonly version: string
  readonly sha256: string
  /** The day whose editions answer requests that name no date. */
  readonly referenceDate: string
  readonly coverage: unknown
}

/** How answers are ranked: `kb/vocabulary/ranking.yaml`. */
export interface Ranking {
  readonly weights: Readonly<Record<string, number>>
  readonly least_score: number
}

/** Words that ask for something the base does not answer, the reason, and the document or collection whose answer follows. */
export interface Beyond {
  readonly reason: string
  readonly words: readonly string[]
  readonly instead?: string
}

/** A pack, opened read-only. The book is in memory; the rest is read with prepared statements. */
export interface KnowledgeBase {
  readonly meta: KnowledgeBaseMeta
  /** The language of the words that people read; another is had with `wordingOf`. */
  readonly language: Language
  readonly book: Book
  readonly documents: readonly DocumentBody[]
  /** Abbreviations used in questions, with their long forms. */
  readonly abbreviations: ReadonlyMap<string, string>
  /** Words of the other languages of the country and of English, with their Spanish. */
  readonly languages: readonly ForeignWords[]
  /** How people say that a condition holds. Empty in packs of earlier programs. */
  readonly stated: readonly StatedCondition[]
  readonly articles: Articles
  readonly geography: Geography
  /** Loaded at the first search. */
  readonly index: SearchIndex
  /** What can answer a question, as bytes. Read when first asked for. */
  readonly answerIndex: Uint8Array
  /** Weights of the ranker's features, by name, and the least score of an answer. */
  readonly ranking: Ranking
  /** What people ask that the base does not answer: `kb/vocabulary/beyond.yaml`. */
  readonly beyond: readonly Beyond[]
  /** Documents of one field, by slug, with words of it. Empty in packs of earlier programs. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** How IFC models become checks: `kb/mapping/`. Empty in packs of earlier programs. */
  readonly ifc: IfcMapping
  /** How files of HULC become checks; undefined in packs of earlier programs. */
  readonly hulc: HulcMapping | undefined
  /** Built at the first search. */
  readonly identifiers: Identifiers
  /** The pack without what search and questions need, as a SQLite database; undefined where it was not opened from a file. */
  readonly copyForDevices: (() => Uint8Array) | undefined
  close(): void
}

/** Where a pack comes from. */
interface PackSource {
  /** Its name in error messages. */
  readonly file: string
  readonly copyForDevices: KnowledgeBase['copyForDevices']
}

/** The knowledge base of an open database. Throws an `OperatorError` that says what to do if it is not a pack or has another format. */
export function knowledgeBaseOver(database: Database.Database, { file, copyForDevices }: PackSource): KnowledgeBase {
  const meta = readMeta(database, file)
  const documents = database
    .prepare<[], { body: string }>('SELECT body FROM document ORDER BY position')
    .all()
    .map(({ body }) => JSON.parse(body) as DocumentBody)
  const articles = openArticles(database)
  const book = readBook(database, documents)
  let index: SearchIndex | undefined
  let identifiers: Identifiers | undefined
  return {
    meta,
    language: 'es',
    book,
    documents,
    abbreviations: new Map(Object.entries(JSON.parse(metaText(database, 'abbreviations')) as Record<string, string>)),
    articles,
    languages: metaJson<readonly ForeignWords[]>(database, 'languages') ?? [],
    stated: metaJson<readonly StatedCondition[]>(database, 'stated') ?? [],
    geography: openGeography(database),
    get index() {
      index ??= openIndex(readIndex(database), (id) => articles.textOf(id))
      return index
    },
    get answerIndex() {
      return database.prepare<[], { body: Uint8Array }>("SELECT body FROM answer_index WHERE name = 'all'").get()?.body ?? new Uint8Array()
    },
    ranking: JSON.parse(metaText(database, 'ranking')) as Ranking,
    ifc: metaJson<IfcMapping>(database, 'ifc_mapping') ?? noMapping,
    hulc: metaJson<HulcMapping>(database, 'hulc_mapping'),
    beyond: JSON.parse(metaText(database, 'beyond')) as Beyond[],
    fields: metaJson<KnowledgeBase['fields']>(database, 'fields') ?? {},
    get identifiers() {
      identifiers ??= identifiersOf(book, documents)
      return identifiers
    },
    copyForDevices,
    close: () => database.close(),
  }
}

/** The error of a file that cannot be opened as a pack. */
export function cannotOpen(file: string, why: Text, cause?: unknown): OperatorError {
  return new OperatorError({ es: `No se puede abrir la base ${file}: ${why.es}`, en: `Cannot open the knowledge base ${file}: ${why.en}` }, { cause })
}

/** What tells a pack. The long texts beside it, such as the indexes, are read by those that need them. */
const tells = "'id', 'version', 'sha256', 'reference_date', 'format', 'coverage'"

/** Reads the metadata of an open pack. Throws like `knowledgeBaseOver`. */
export function readMeta(database: Database.Database, file: string): KnowledgeBaseMeta {
  let rows: { key: string; value: string }[]
  try {
    rows = database.prepare<[], { key: string; value: string }>(`SELECT key, value FROM meta WHERE key IN (${tells})`).all()
  } catch (error) {
    throw cannotOpen(file, { es: 'no es una base de Plomada', en: 'it is not a pack' }, error)
  }
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  if (values.get('format') !== String(packFormat)) {
    const format = values.get('format')
    throw cannotOpen(file, {
      es: `su formato es ${format} y este programa lee el ${packFormat}; ejecute «npm run kb:build»`,
      en: `its format is ${format}, this program reads ${packFormat}; run "npm run kb:build"`,
    })
  }
  const text = (key: string): string => values.get(key) ?? ''
  let coverage: KnowledgeBaseMeta['coverage'] | undefined
  return Object.freeze({
    id: text('id'),
    version: text('version'),
    sha256: text('sha256'),
    referenceDate: text('reference_date'),
    get coverage() {
      coverage ??= JSON.parse(text('coverage')) as KnowledgeBaseMeta['coverage']
      return coverage
    },
  })
}

function readIndex(database: Database.Database): StoredIndex {
  const stored = database.prepare<[], StoredIndex>('SELECT engine, body, words FROM search_index').get()
  if (stored === undefined)
    throw new OperatorError({
      es: 'La base no tiene índice de búsqueda; ejecute «npm run kb:build»',
      en: 'The knowledge base has no search index; run "npm run kb:build"',
    })
  return stored
}
