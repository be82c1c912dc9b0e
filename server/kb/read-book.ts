import type Database from 'better-sqlite3'
import { type Book, type BookSection, bookOver } from '../engine/book.ts'
import type { BuildingDataGroup } from '../engine/building-data.ts'
import type { EverydaySource } from '../engine/everyday-source.ts'
import { lazyMap } from '../engine/lazy-map.ts'
import type { NearSynonyms } from '../engine/near-synonyms.ts'
import { type RuleList, ruleIndexOf } from '../engine/rule-list.ts'
import type { Dimension, Element, Parameter, Rule, Scale, Table, UnitSymbol } from '../engine/schema.ts'
import { loadConditions, loadStoredRule } from '../engine/stored-rule.ts'
import { type StoredVocabulary, storedVocabulary } from '../engine/stored-vocabulary.ts'
import { type LoadedTable, loadTable } from '../engine/table.ts'
import type { Thresholds } from '../engine/thresholds.ts'
import type { TermSource } from '../engine/vocabulary.ts'
import type { DocumentBody } from './document-body.ts'
import type { PackTables } from './pack-schema.ts'
import { type OpenTerms, openRuleIndex, openVocabulary } from './stored-index.ts'

/** Reads the book of an open pack. Rules, tables and sections are read when first asked for. */
export function readBook(database: Database.Database, documents: readonly DocumentBody[]): Book {
  // No zod here: the compiler has validated these bodies against the same schemas, and a pack of another format is rejected before.
  const stored = openTermsOf(database)
  const editions = database
    .prepare<[], { document: string; version: string; in_force_from: string; in_force_to: string | null }>(
      'SELECT document, version, in_force_from, in_force_to FROM edition ORDER BY document, in_force_from',
    )
    .all()
  return bookOver({
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
    sections: sectionsOf(database),
    elements: termSource<Element>(database, 'element', stored.elements),
    parameters: termSource<Parameter>(database, 'parameter', stored.parameters),
    dimensions: termsById<Dimension>(database, 'dimension', () => stored.dimensions),
    get everyday() {
      return metaJson<EverydaySource>(database, 'everyday')
    },
    nearSynonyms: metaJson<readonly NearSynonyms[]>(database, 'near_synonyms'),
    thresholds: metaJson<readonly Thresholds[]>(database, 'thresholds'),
    buildingData: metaJson<readonly BuildingDataGroup[]>(database, 'building_data'),
    scales: readTerms<Scale>(database, 'scale'),
    units: readTerms<UnitSymbol>(database, 'unit'),
    tables: tablesOf(database),
    rules: rulesOf(database),
  })
}

interface StoredSection extends Pick<BookSection, 'document' | 'slug' | 'number' | 'title'> {
  readonly editions: string
}

function sectionsOf(database: Database.Database): ReadonlyMap<string, readonly BookSection[]> {
  const columns = 'SELECT document, slug, number, title, editions FROM section'
  const all = database.prepare<[], StoredSection>(`${columns} ORDER BY document, position`)
  const wordings = database.prepare<[string, string], StoredSection>(`${columns} WHERE document = ? AND slug = ? ORDER BY position`)
  const sectionOf = (row: StoredSection): BookSection => ({ ...row, editions: JSON.parse(row.editions) as string[] })
  return lazyMap(
    () => Map.groupBy(all.all().map(sectionOf), ({ document, slug }) => `${document}/${slug}`),
    (key) => {
      const [document = '', slug = ''] = key.split('/')
      const found = wordings.all(document, slug).map(sectionOf)
      return found.length === 0 ? undefined : found
    },
  )
}

function tablesOf(database: Database.Database): ReadonlyMap<string, LoadedTable> {
  const all = database.prepare<[], { document: string; slug: string; body: string }>(
    'SELECT document, slug, body FROM printed_table ORDER BY document, position',
  )
  const one = database.prepare<[string, string], { body: string }>('SELECT body FROM printed_table WHERE document = ? AND slug = ?')
  const tableOf = (body: string): LoadedTable => loadTable(JSON.parse(body) as Table)
  return lazyMap(
    () => all.all().map(({ document, slug, body }) => [`${document}/${slug}`, tableOf(body)] as const),
    (key) => {
      const [document = '', slug = ''] = key.split('/')
      const body = one.get(document, slug)?.body
      return body === undefined ? undefined : tableOf(body)
    },
  )
}

/** The rules of a pack. A pack written before there was an index of its rules is read whole. */
function rulesOf(database: Database.Database): RuleList {
  const json = metaValue(database, 'rule_index')
  const index = openRuleIndex(json ?? JSON.stringify(ruleIndexOf(readRules(database))))
  const body = database.prepare<[string], { body: string }>('SELECT body FROM rule WHERE id = ?')
  return {
    get keys() {
      return index.keys
    },
    pairs: index.pairs,
    readAll: () => readRules(database).map(({ rule }) => rule),
    read(at) {
      const key = index.keys[at] ?? ''
      const found = body.get(key.slice(key.indexOf('/') + 1))
      if (found === undefined) throw new RangeError(`The pack has no rule "${key}"`)
      return loadStoredRule(found.body)
    },
  }
}

/** What finds the terms of a pack. One written before there was an index of its terms is read whole. */
function openTermsOf(database: Database.Database): ReturnType<typeof openVocabulary> {
  const json = metaValue(database, 'term_index')
  return openVocabulary(json ?? JSON.stringify(vocabularyOf(database)))
}

function termSource<T>(database: Database.Database, kind: PackTables['term']['kind'], terms: OpenTerms): TermSource<T> {
  const byId = termsById<T>(database, kind, () => terms.ids)
  return {
    get ids() {
      return terms.ids
    },
    names: terms.names,
    byId,
  }
}

/** The vocabulary of a pack, read whole. */
export function vocabularyOf(database: Database.Database): StoredVocabulary {
  return storedVocabulary({
    elements: readTerms<Element>(database, 'element'),
    parameters: readTerms<Parameter>(database, 'parameter'),
    dimensions: readTerms<Dimension>(database, 'dimension'),
  })
}

/** The terms of one kind, each read when first asked for; all at once for those that go through them. */
function termsById<T>(database: Database.Database, kind: PackTables['term']['kind'], ids: () => readonly string[]): ReadonlyMap<string, T> {
  let known: ReadonlySet<string> | undefined
  const one = database.prepare<[string, string], { body: string }>('SELECT body FROM term WHERE kind = ? AND id = ?')
  return lazyMap(
    () => readTerms<T & { readonly id: string }>(database, kind).map((term) => [term.id, term] as const),
    (id) => {
      known ??= new Set(ids())
      const body = known.has(id) ? one.get(kind, id)?.body : undefined
      return body === undefined ? undefined : (JSON.parse(body) as T)
    },
  )
}

function readTerms<T>(database: Database.Database, kind: PackTables['term']['kind']): T[] {
  return database
    .prepare<[string], { body: string }>('SELECT body FROM term WHERE kind = ? ORDER BY position')
    .all(kind)
    .map(({ body }) => JSON.parse(body) as T)
}

/** Every rule of a pack in its order, read now. */
export function readRules(database: Database.Database): { readonly document: string; readonly rule: Rule }[] {
  return database
    .prepare<[], { document: string; body: string }>('SELECT document, body FROM rule ORDER BY document, position')
    .all()
    .map(({ document, body }) => ({ document, rule: loadStoredRule(body) }))
}

/** The text of a key of the table `meta`; an empty object in JSON if it is not there. */
export function metaText(database: Database.Database, key: string): string {
  return metaValue(database, key) ?? '{}'
}

function metaValue(database: Database.Database, key: string): string | undefined {
  return database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value
}

/** A value kept as JSON; undefined in a pack written before there was one. */
export function metaJson<T>(database: Database.Database, key: string): T | undefined {
  const text = metaValue(database, key)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}
