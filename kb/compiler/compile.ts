import type { z } from 'zod'
import { type Book, type BookDocument, type BookSection, bookFrom } from '../../server/engine/book.ts'
import type { HulcMapping } from '../../server/kb/hulc-mapping.ts'
import type { IfcMapping } from '../../server/kb/ifc-mapping.ts'
import type { WordVector } from '../../server/kb/word-vectors.ts'
import type { Article } from './article.ts'
import { checkAsked } from './check-asked.ts'
import { checkBesides } from './check-besides.ts'
import { checkBuildingData } from './check-building-data.ts'
import { checkCases } from './check-cases.ts'
import { checkComparison } from './check-comparison.ts'
import { checkConcurrence } from './check-concurrence.ts'
import { checkDimensionNames, checkEnglishNames } from './check-dimension-names.ts'
import { checkDocuments } from './check-document.ts'
import { checkFiles } from './check-files.ts'
import { checkImplied } from './check-implied.ts'
import { checkHulcMapping, checkMapping } from './check-mapping.ts'
import { checkNearSynonyms, checkScene, checkStandIns } from './check-near-synonyms.ts'
import { checkNotHeld } from './check-not-held.ts'
import { checkNotices } from './check-notices.ts'
import { checkPossible } from './check-possible.ts'
import { checkQuantities } from './check-quantities.ts'
import { checkReferences } from './check-references.ts'
import { checkDisplaced } from './check-regional.ts'
import { checkReviewed } from './check-reviewed.ts'
import { checkRules } from './check-rules.ts'
import { checkScope } from './check-scope.ts'
import { checkStated } from './check-stated.ts'
import { checkThresholds } from './check-thresholds.ts'
import { dayBefore } from './day.ts'
import { hashSources } from './hash.ts'
import { resolveArticles } from './links.ts'
import { placesOf } from './places.ts'
import type { Problem } from './problem.ts'
import { type ReadApart, readApart } from './read-apart.ts'
import { type ReadDocument, readArticles, type WrittenDocument, wholeDocuments } from './read-document.ts'
import type { ReadGeo } from './read-geo.ts'
import { readHulcMapping, readMapping } from './read-mapping.ts'
import { type ReadVocabulary, readVocabulary } from './read-vocabulary.ts'
import { beyondSource, type DocumentSource, fieldsSource, packSource, rankingSource } from './source.ts'
import { openSources, readYaml, type SourceFolder } from './source-file.ts'
import { tryCases, type World } from './try-cases.ts'

/** The whole base, read, resolved and checked: what `writePack` writes. */
export interface Compiled {
  readonly id: string
  readonly version: string
  readonly referenceDate: string
  readonly sha256: string
  readonly documents: readonly ReadDocument[]
  /** By file of the article. */
  readonly articles: ReadonlyMap<string, Article>
  readonly vocabulary: ReadVocabulary
  readonly geo: ReadGeo
  readonly book: Book
  readonly ranking: z.infer<typeof rankingSource>
  readonly beyond: z.infer<typeof beyondSource>
  readonly fields: z.infer<typeof fieldsSource>
  readonly wordVectors: readonly WordVector[]
  /** How IFC models become checks. */
  readonly ifc: IfcMapping
  readonly hulc: HulcMapping | undefined
}

/** The base as long as it may be faulty. */
export type Base = Omit<Compiled, 'sha256'>

/** The base as it was read: each part by its schema, nothing held against the rest yet. */
interface Read {
  readonly pack: z.infer<typeof packSource> | undefined
  readonly vocabulary: ReadVocabulary
  readonly ranking: z.infer<typeof rankingSource>
  readonly beyond: z.infer<typeof beyondSource>
  readonly fields: z.infer<typeof fieldsSource>
  readonly ifc: IfcMapping
  readonly hulc: HulcMapping | undefined
  readonly written: readonly WrittenDocument[]
}

/** The result of a compilation. Where any check fails, `compiled` is undefined and `problems` says why, by file and line. */
export interface Result {
  readonly compiled: Compiled | undefined
  readonly problems: readonly Problem[]
}

/** Compiles the sources of a folder. */
export function compile(root: string): Result {
  const sources = openSources(root)
  const base = joinBase(sources, readBase(sources), readApart(sources))
  if (base === undefined) return resultOf(sources, base)
  checkBase(sources, base)
  if (sources.problems.length === 0) checkCases(sources, base, tryCases(base.documents, worldOf(base)))
  return resultOf(sources, base)
}

/** Reads all that does not stand apart. */
export function readBase(sources: SourceFolder): Read {
  const pack = readYaml(sources, 'pack.yaml', packSource)?.value
  const vocabulary = readVocabulary(sources)
  return {
    pack,
    vocabulary,
    ranking: readOptional(sources, 'vocabulary/ranking.yaml', rankingSource) ?? { weights: {}, least_score: 0 },
    beyond: readOptional(sources, 'vocabulary/beyond.yaml', beyondSource) ?? [],
    fields: readOptional(sources, 'vocabulary/fields.yaml', fieldsSource) ?? {},
    ifc: readMapping(sources),
    hulc: readHulcMapping(sources),
    written: readArticles(sources, vocabulary),
  }
}

/** Puts together what was read. Undefined, with the reason among the problems, if no book can be made of it. */
export function joinBase(sources: SourceFolder, { pack, written, ...read }: Read, apart: ReadApart): Base | undefined {
  const documents = wholeDocuments(written, apart)
  checkDisplaced(sources, documents, apart.geo)
  const articles = resolveArticles(sources, documents)
  checkFiles(sources)
  checkDocuments(sources, documents)
  checkReviewed(sources, documents)
  const book = assemble(sources, documents, read.vocabulary)
  if (book === undefined || pack === undefined) return undefined
  return {
    id: pack.id,
    version: pack.version,
    referenceDate: pack.reference_date,
    documents,
    articles,
    geo: apart.geo,
    wordVectors: apart.wordVectors,
    book,
    ...read,
  }
}

/** Every check but the worked cases. */
export function checkBase(sources: SourceFolder, { documents, articles, vocabulary, ifc, hulc, book }: Base): void {
  checkRules(sources, documents, book)
  checkBesides(sources, documents, book)
  checkNotices(sources, documents)
  checkScope(sources, documents, book)
  checkReferences(sources, documents, articles)
  checkComparison(sources, documents, articles)
  checkPossible(sources, documents, book)
  checkImplied(sources, book)
  checkDimensionNames(sources, book)
  checkEnglishNames(sources, book)
  checkNotHeld(sources, documents, book)
  checkConcurrence(sources, book)
  checkQuantities(sources, book)
  checkNearSynonyms(sources, book)
  checkThresholds(sources, vocabulary.thresholds, book)
  checkBuildingData(sources, vocabulary.buildingData, book)
  checkStandIns(sources, vocabulary.everyday, book)
  checkScene(sources, vocabulary.everyday.scene, book)
  checkStated(sources, vocabulary.stated, book)
  checkAsked(sources, documents, book)
  checkMapping(sources, ifc, book)
  checkHulcMapping(sources, hulc, book)
}

/** The base, unless something was wrong with it, and all that was. Every source has been read by then. */
export function resultOf(sources: SourceFolder, base: Base | undefined): Result {
  const problems = sources.problems.toSorted(byPlace)
  return { compiled: problems.length > 0 || base === undefined ? undefined : { ...base, sha256: hashSources(sources.texts) }, problems }
}

/** What cases are tried in. */
export function worldOf({ book, geo, referenceDate }: Pick<Compiled, 'book' | 'geo' | 'referenceDate'>): World {
  return { book, placeOf: placesOf(geo), asOf: referenceDate }
}

/** A file that a small base may do without. */
function readOptional<T>(sources: SourceFolder, file: string, schema: z.ZodType<T>): T | undefined {
  return sources.list('vocabulary', '.yaml').includes(file) ? readYaml(sources, file, schema)?.value : undefined
}

/** By file, then by line. */
function byPlace(left: Problem, right: Problem): number {
  return left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1
}

/** A document as the engine sees it. An edition ends the day before the next one begins. */
export function bookDocument(source: DocumentSource): BookDocument {
  const ordered = source.editions.toSorted((left, right) => (left.in_force_from < right.in_force_from ? -1 : 1))
  return {
    slug: source.slug,
    collection: source.collection,
    title: source.title,
    shortTitle: source.short_title,
    url: source.url ?? null,
    ccaa: source.scope.level === 'regional' ? source.scope.ccaa : null,
    displacedIn: source.displaced_in,
    regionalMatters: source.regional_matters,
    notices: source.notices.map(({ text }) => text),
    outside: source.outside,
    firstInForce: source.first_in_force ?? null,
    notHeld: source.not_held,
    editions: ordered.map((edition, index) => {
      const next = ordered[index + 1]
      return {
        version: edition.version,
        label: edition.label,
        partial: edition.partial,
        from: edition.in_force_from,
        to: next === undefined ? (edition.in_force_to ?? null) : dayBefore(next.in_force_from),
      }
    }),
  }
}

function assemble(sources: SourceFolder, documents: readonly ReadDocument[], vocabulary: ReadVocabulary): Book | undefined {
  const sections: BookSection[] = documents.flatMap(({ source, sections: own }) =>
    own.map(({ value }) => ({ document: source.slug, slug: value.section, number: value.number, title: value.title, editions: value.editions })),
  )
  const rules = documents.flatMap(({ source, rules: own }) => own.map(({ value }) => ({ document: source.slug, rule: value })))
  const parts = {
    documents: documents.map(({ source }) => bookDocument(source)),
    sections,
    tables: documents.flatMap(({ tables }) => tables.map(({ value }) => value)),
    ...vocabulary,
  }
  try {
    return bookFrom({ ...parts, rules })
  } catch {
    // Some rule names a table or scale that is not there: find every such rule by loading each alone.
    for (const document of documents) {
      for (const { file, line, value } of document.rules) {
        try {
          bookFrom({ ...parts, rules: [{ document: document.source.slug, rule: value }] })
        } catch (error) {
          sources.report(file, line, `rule "${value.id}": ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
    return undefined
  }
}
