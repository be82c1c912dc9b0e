import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Book, bookFrom } from '../engine/book.ts'
import type { BuildingDataGroup } from '../engine/building-data.ts'
import type { EverydaySource } from '../engine/everyday.ts'
import type { ForeignWords } from '../engine/foreign-words.ts'
import type { NearSynonyms } from '../engine/near-synonyms.ts'
import type { Dimension, Element, Parameter, Scale, Table, UnitSymbol } from '../engine/schema.ts'
import { loadConditions, loadStoredRule } from '../engine/stored-rule.ts'
import type { Thresholds } from '../engine/thresholds.ts'
import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { type Articles, openArticles } from './articles.ts'
import type { DocumentBody } from './document-body.ts'
import { type Geography, openGeography } from './geography.ts'
import type { HulcMapping } from './hulc-mapping.ts'
import { type Identifiers, identifiersOf } from './identifiers.ts'
import { type IfcMapping, noMapping } from './ifc-mapping.ts'
import { packFormat } from './pack-schema.ts'
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
  readonly book: Book
  readonly documents: readonly DocumentBody[]
  /** Abbreviations used in questions, with their long forms. */
  readonly abbreviations: ReadonlyMap<string, string>
  /** Words of the other languages of the country and of English, with their Spanish. */
  readonly languages: readonly ForeignWords[]
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
  /** How IFC models become checks: `kb/mapping/`. Empty in packs of earlier programs. */
  readonly ifc: IfcMapping
  /** How files of HULC become checks; undefined in packs of earlier programs. */
  readonly hulc: HulcMapping | undefined
  /** Built at the first search. */
  readonly identifiers: Identifiers
  close(): void
}

/** Opens a pack. Throws an `OperatorError` that says what to do if the file is missing, is not a pack, is damaged, or has another format. */
export function openKnowledgeBase(file: string): KnowledgeBase {
  if (!existsSync(file)) throw cannotOpen(file, { es: 'no existe; ejecute «npm run kb:build»', en: 'no such file; run "npm run kb:build"' })
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
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
      book,
      documents,
      abbreviations: new Map(Object.entries(JSON.parse(metaText(database, 'abbreviations')) as Record<string, string>)),
      articles,
      languages: metaJson<readonly ForeignWords[]>(database, 'languages') ?? [],
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
      get identifiers() {
        identifiers ??= identifiersOf(book, documents)
        return identifiers
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error instanceof RangeError ? error : cannotOpen(file, { es: 'está dañada', en: 'it is damaged' }, error)
  }
}

/** Reads the metadata of a pack without loading the rest. Throws like `openKnowledgeBase`. */
export function packMeta(file: string): KnowledgeBaseMeta {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return readMeta(database, file)
  } finally {
    database.close()
  }
}

function cannotOpen(file: string, why: Text, cause?: unknown): OperatorError {
  return new OperatorError({ es: `No se puede abrir la base ${file}: ${why.es}`, en: `Cannot open the knowledge base ${file}: ${why.en}` }, { cause })
}

function readMeta(database: Database.Database, file: string): KnowledgeBaseMeta {
  let rows: { key: string; value: string }[]
  try {
    rows = database.prepare<[], { key: string; value: string }>('SELECT key, value FROM meta').all()
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
  return Object.freeze({
    id: text('id'),
    version: text('version'),
    sha256: text('sha256'),
    referenceDate: text('reference_date'),
    coverage: JSON.parse(text('coverage')),
  })
}

function metaText(database: Database.Database, key: string): string {
  return database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value ?? '{}'
}

/** A value kept as JSON; undefined in a pack written before there was one. */
function metaJson<T>(database: Database.Database, key: string): T | undefined {
  const text = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value
  return text === undefined ? undefined : (JSON.parse(text) as T)
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

function readBook(database: Database.Database, documents: readonly DocumentBody[]): Book {
  // No zod here: the compiler has validated these bodies against the same schemas, and a pack of another format is rejected before.
  const bodies = <T>(sql: string): T[] =>
    database
      .prepare<[], { body: string }>(sql)
      .all()
      .map(({ body }) => JSON.parse(body) as T)
  const terms = <T>(kind: string): T[] => bodies(`SELECT body FROM term WHERE kind = '${kind}' ORDER BY position`)
  const editions = database
    .prepare<[], { document: string; version: string; in_force_from: string; in_force_to: string | null; body: string }>(
      'SELECT * FROM edition ORDER BY document, in_force_from',
    )
    .all()
  return bookFrom({
    documents: documents.map((document) => ({
      slug: document.slug,
      collection: document.collection,
      title: document.title,
      shortTitle: document.short_title,
      url: document.url ?? null,
      ccaa: document.scope.level === 'regional' ? document.scope.ccaa : null,
      displacedIn: document.displaced_in ?? [],
      regionalMatters: document.regional_matters ?? [],
      notices: document.notices,
      outside: document.outside ?? [],
      firstInForce: document.first_in_force ?? null,
      notHeld: (document.not_held ?? []).map((one) => ({ ...one, when: loadConditions(one.when) })),
      editions: editions
        .filter((edition) => edition.document === document.slug)
        .map(({ version, in_force_from, in_force_to }) => {
          const stored = document.editions.find((one) => one.version === version)
          return { version, label: stored?.label ?? version, from: in_force_from, to: in_force_to, partial: stored?.partial ?? false }
        }),
    })),
    sections: database
      .prepare<[], { document: string; slug: string; number: string; title: string; editions: string }>(
        'SELECT document, slug, number, title, editions FROM section ORDER BY document, position',
      )
      .all()
      .map((row) => ({ ...row, editions: JSON.parse(row.editions) as string[] })),
    elements: terms<Element>('element'),
    parameters: terms<Parameter>('parameter'),
    dimensions: terms<Dimension>('dimension'),
    everyday: metaJson<EverydaySource>(database, 'everyday'),
    nearSynonyms: metaJson<readonly NearSynonyms[]>(database, 'near_synonyms'),
    thresholds: metaJson<readonly Thresholds[]>(database, 'thresholds'),
    buildingData: metaJson<readonly BuildingDataGroup[]>(database, 'building_data'),
    scales: terms<Scale>('scale'),
    units: terms<UnitSymbol>('unit'),
    tables: bodies<Table>('SELECT body FROM printed_table ORDER BY document, position'),
    rules: database
      .prepare<[], { document: string; body: string }>('SELECT document, body FROM rule ORDER BY document, position')
      .all()
      .map(({ document, body }) => ({ document, rule: loadStoredRule(body) })),
  })
}
