import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { sha256Of } from '../../server/access/sha256.ts'
import { ruleIndexOf } from '../../server/engine/rule-list.ts'
import type { Rule } from '../../server/engine/schema.ts'
import { storeConditions, storeRule } from '../../server/engine/stored-rule.ts'
import { storedVocabulary } from '../../server/engine/stored-vocabulary.ts'
import { type PackTables, packDdl, packFormat } from '../../server/kb/pack-schema.ts'
import { bookDocument, type Compiled } from './compile.ts'
import { coverageOf } from './coverage.ts'
import type { DocumentSource } from './source.ts'
import { indexedTexts, indexTexts, type TextIndexes } from './text-indexes.ts'

/** Writes the pack to a file, with the indexes of its texts: beside it first and then in its place, so that a reader never sees half a pack. */
export function writePack(compiled: Compiled, file: string, { search, answers }: TextIndexes = indexTexts(indexedTexts(compiled))): void {
  mkdirSync(dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}.tmp`
  if (existsSync(fresh)) rmSync(fresh)
  // In memory first, so that each page of the file is written once.
  const database = new Database(':memory:')
  try {
    database.exec(packDdl)
    const insert = inserterOf(database)
    database.transaction(() => fill(insert, compiled))()
    insert('search_index', [search])
    insert('answer_index', [{ name: 'all', body: answers }])
    database.prepare('VACUUM INTO ?').run(fresh)
    renameSync(fresh, file)
  } finally {
    database.close()
    rmSync(fresh, { force: true })
  }
}

type Insert = <Name extends keyof PackTables>(table: Name, rows: readonly PackTables[Name][]) => void

function inserterOf(database: Database.Database): Insert {
  return (table, rows) => {
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    // By position: finding each value by its name takes longer than writing it.
    for (const row of rows) statement.run(columns.map((column) => Reflect.get(row, column)))
  }
}

function fill(insert: Insert, compiled: Compiled): void {
  const { documents, vocabulary, geo } = compiled
  insert(
    'meta',
    Object.entries({
      id: compiled.id,
      version: compiled.version,
      reference_date: compiled.referenceDate,
      format: String(packFormat),
      sha256: compiled.sha256,
      coverage: JSON.stringify(coverageOf(compiled)),
      abbreviations: JSON.stringify(vocabulary.abbreviations),
      everyday: JSON.stringify(vocabulary.everyday),
      languages: JSON.stringify(vocabulary.languages),
      stated: JSON.stringify(vocabulary.stated),
      near_synonyms: JSON.stringify(vocabulary.nearSynonyms),
      thresholds: JSON.stringify(vocabulary.thresholds),
      building_data: JSON.stringify(vocabulary.buildingData),
      ranking: JSON.stringify(compiled.ranking),
      beyond: JSON.stringify(compiled.beyond),
      fields: JSON.stringify(compiled.fields),
      ifc_mapping: JSON.stringify(compiled.ifc),
      ...(compiled.hulc === undefined ? {} : { hulc_mapping: JSON.stringify(compiled.hulc) }),
      term_index: JSON.stringify(storedVocabulary(vocabulary)),
      rule_index: JSON.stringify(ruleIndexOf(rulesInOrder(compiled))),
    }).map(([key, value]) => ({ key, value })),
  )
  insert(
    'document',
    documents.map(({ source }, position) => ({
      slug: source.slug,
      collection: source.collection,
      position,
      body: JSON.stringify(storedDocument(source)),
    })),
  )
  insert(
    'edition',
    documents.flatMap(({ source }) =>
      bookDocument(source).editions.map((edition) => ({
        document: source.slug,
        version: edition.version,
        in_force_from: edition.from,
        in_force_to: edition.to,
        body: JSON.stringify(source.editions.find(({ version }) => version === edition.version)),
      })),
    ),
  )
  insert('section', sectionRows(compiled))
  insert(
    'printed_table',
    documents.flatMap(({ source, tables }) =>
      tables.map(({ value }, position) => ({
        document: source.slug,
        slug: value.table,
        section: value.section,
        position,
        body: JSON.stringify(value),
      })),
    ),
  )
  insert(
    'rule',
    documents.flatMap(({ source, rules }) =>
      rules.map(({ value }, position) => ({
        id: value.id,
        document: source.slug,
        section: value.cite.section,
        position,
        body: storeRule(value),
      })),
    ),
  )
  for (const [kind, terms] of [
    ['element', vocabulary.elements],
    ['parameter', vocabulary.parameters],
    ['dimension', vocabulary.dimensions],
    ['scale', vocabulary.scales],
  ] as const) {
    insert(
      'term',
      terms.map((term, position) => ({ kind, id: term.id, position, body: JSON.stringify(term) })),
    )
  }
  insert(
    'term',
    vocabulary.units.map((unit, position) => ({ kind: 'unit' as const, id: unit.symbol, position, body: JSON.stringify(unit) })),
  )
  insert('community', geo.communities)
  insert('province', geo.provinces)
  insert(
    'climate_band',
    [...geo.bands].flatMap(([province, bands]) => bands.map(({ from, to, zone }) => ({ province, from_m: from, to_m: to, zone }))),
  )
  insert('municipality', geo.municipalities)
  insert(
    'regional_regulation',
    geo.regulations.map(({ ccaa, ...body }, position) => ({ community: ccaa, slug: body.slug, position, body: JSON.stringify(body) })),
  )
  insert('zone_source', geo.zoneSources)
}

/** The rules in the order in which the pack is read: by document, then as they stand in it. */
function rulesInOrder({ documents }: Compiled): { readonly document: string; readonly rule: Rule }[] {
  return documents
    .flatMap(({ source, rules }) => rules.map(({ value }) => ({ document: source.slug, rule: value })))
    .sort((left, right) => (left.document === right.document ? 0 : left.document < right.document ? -1 : 1))
}

function storedDocument(source: DocumentSource): unknown {
  return {
    ...source,
    notices: source.notices.map(({ text }) => text),
    not_held: source.not_held.map((one) => ({ ...one, when: storeConditions(one.when) })),
  }
}

function sectionRows({ documents, articles }: Compiled): PackTables['section'][] {
  return documents.flatMap(({ source, sections }) =>
    sections.map(({ file, value }) => {
      const article = articles.get(file)
      const content = article?.content ?? ''
      return {
        document: source.slug,
        slug: value.section,
        editions: JSON.stringify(value.editions),
        position: value.order,
        number: value.number,
        title: value.title,
        parent: value.parent,
        verification: value.verification,
        content,
        plain: article?.plain ?? '',
        paragraphs: JSON.stringify(Object.fromEntries(article?.paragraphs ?? [])),
        sources: JSON.stringify(value.sources.map((key) => source.sources[key] ?? key)),
        sha256: sha256Of(`${value.number}\n${value.title}\n${content}`),
      }
    }),
  )
}
