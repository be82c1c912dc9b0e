import type { BuildingDataGroup } from './building-data.ts'
import { type Dimensions, dimensionsOver } from './condition.ts'
import { type Everyday, everydayFrom, plainEveryday } from './everyday.ts'
import type { EverydaySource } from './everyday-source.ts'
import { lazyMap } from './lazy-map.ts'
import { type LoadedRule, loadRule } from './limit.ts'
import type { NearSynonyms } from './near-synonyms.ts'
import type { NotHeld } from './not-held.ts'
import { type RuleList, ruleListOf } from './rule-list.ts'
import type { Dimension, Element, Outside, Parameter, Rule, Scale, Table, UnitSymbol } from './schema.ts'
import { type LoadedTable, loadTable } from './table.ts'
import type { Thresholds } from './thresholds.ts'
import { type Units, unitsFrom } from './unit.ts'
import { type TermSource, termSourceOf, type Vocabulary, vocabularyOver } from './vocabulary.ts'
import { whenOf } from './when.ts'

/** An edition of a document: the wording in force from one day to another, both within. `to` null: until further notice. */
export interface Edition {
  readonly version: string
  readonly label: string
  readonly from: string
  readonly to: string | null
  /** The base holds it in part: a rule that is not in it may have been there all the same. */
  readonly partial?: boolean
}

/** A matter that the autonomous communities regulate beside the State: `accesibilidad`, `habitabilidad`. */
export interface RegionalMatter {
  readonly matter: string
  readonly sections: readonly string[]
}

export interface BookDocument {
  readonly slug: string
  readonly collection: string
  readonly title: string
  readonly shortTitle: string
  readonly url: string | null
  /** INE code of the community it binds; null binds the whole country. */
  readonly ccaa: string | null
  /** INE codes of the communities where a norm of their own takes its place. */
  readonly displacedIn: readonly string[]
  /** What communities regulate too, in the sections below these or, where none is named, in all of it. */
  readonly regionalMatters: readonly RegionalMatter[]
  readonly editions: readonly Edition[]
  readonly notices: readonly string[]
  /** Cases that it leaves to another document. */
  readonly outside: readonly Outside[]
  /** The day its first edition came into force, held or not; null where the base does not know it. */
  readonly firstInForce: string | null
  /** Limits that the document sets and the base does not hold. */
  readonly notHeld: readonly NotHeld[]
}

/** The fields of a section that a citation needs. */
export interface BookSection {
  readonly document: string
  readonly slug: string
  readonly number: string
  readonly title: string
  readonly editions: readonly string[]
}

/** Everything that decides a verdict. It never changes; rules and tables of a pack are read when first asked for. */
export interface Book {
  readonly documents: ReadonlyMap<string, BookDocument>
  readonly sections: ReadonlyMap<string, readonly BookSection[]>
  readonly elements: Vocabulary<Element>
  readonly parameters: Vocabulary<Parameter>
  readonly dimensions: Dimensions
  readonly everyday: Everyday
  /** Quantities that sound alike and are not the same. */
  readonly nearSynonyms: readonly NearSynonyms[]
  /** The dimension by which a threshold is reached, by `document/rule`. */
  readonly reachedBy: ReadonlyMap<string, string>
  /** The data of a whole building, by group. */
  readonly buildingData: readonly BuildingDataGroup[]
  readonly units: Units
  /** By id. */
  readonly scales: ReadonlyMap<string, Scale>
  readonly tables: ReadonlyMap<string, LoadedTable>
  readonly rules: readonly LoadedRule[]
  /** Rules by `element|parameter`, each under every element it names. */
  readonly ruleIndex: ReadonlyMap<string, readonly LoadedRule[]>
  /** Rules by `document/rule`. */
  readonly ruleByKey: ReadonlyMap<string, LoadedRule>
}

/** The parts of a book that are few. */
interface FewParts {
  readonly documents: readonly BookDocument[]
  readonly units: readonly UnitSymbol[]
  readonly scales: readonly Scale[]
  readonly everyday?: EverydaySource | undefined
  readonly nearSynonyms?: readonly NearSynonyms[] | undefined
  readonly thresholds?: readonly Thresholds[] | undefined
  readonly buildingData?: readonly BuildingDataGroup[] | undefined
}

/** The parts of a book of which all are at hand. */
export interface WholeParts extends FewParts {
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly dimensions: readonly Dimension[]
  readonly sections: readonly BookSection[]
  readonly tables: readonly Table[]
  readonly rules: readonly { readonly document: string; readonly rule: Rule }[]
}

/** The parts of a book, those that are many to be read when first asked for. */
export interface BookParts extends FewParts {
  /** By `document/section`. */
  readonly sections: ReadonlyMap<string, readonly BookSection[]>
  /** By `document/table`. */
  readonly tables: ReadonlyMap<string, LoadedTable>
  readonly rules: RuleList
  readonly elements: TermSource<Element>
  readonly parameters: TermSource<Parameter>
  /** By id. */
  readonly dimensions: ReadonlyMap<string, Dimension>
}

/** Puts a whole book together and reads all of it. Throws `RangeError` where a rule names a table or scale that is not there. */
export function bookFrom(parts: WholeParts): Book {
  const book = bookOver({
    ...parts,
    sections: Map.groupBy(parts.sections, ({ document, slug }) => `${document}/${slug}`),
    tables: new Map(parts.tables.map((table) => [`${table.document}/${table.table}`, loadTable(table)])),
    rules: ruleListOf(parts.rules),
    elements: termSourceOf(parts.elements),
    parameters: termSourceOf(parts.parameters),
    dimensions: new Map(parts.dimensions.map((dimension) => [dimension.id, dimension])),
  })
  return { ...book, rules: book.rules }
}

/** Puts a book together over parts that are read when first asked for. Asking for a rule throws `RangeError` if it names a table or scale that is not there. */
export function bookOver(parts: BookParts): Book {
  const { documents, rules: list, tables } = parts
  const scales = new Map(parts.scales.map((scale) => [scale.id, scale]))
  const outside = new Map(documents.map((document) => [document.slug, document.outside]))
  const loaded: LoadedRule[] = []
  const load = (index: number, rule: Rule): LoadedRule => {
    const document = (list.keys[index] ?? '').split('/')[0] ?? ''
    const left = (outside.get(document) ?? []).filter(({ except }) => !except.includes(rule.cite.section))
    return {
      ...loadRule(document, rule, { get: (slug) => tables.get(`${document}/${slug}`) }, scales),
      outside: left.map(({ when, text, section, editions = [] }) => ({ when: whenOf(when), text, section, editions })),
    }
  }
  const ruleAt = (index: number): LoadedRule => {
    loaded[index] ??= load(index, list.read(index))
    return loaded[index]
  }
  const allRules = (): readonly LoadedRule[] =>
    list.readAll().map((rule, index) => {
      loaded[index] ??= load(index, rule)
      return loaded[index]
    })
  let numberOf: ReadonlyMap<string, number> | undefined
  let everyday: Everyday | undefined
  const words = (): Everyday => {
    everyday ??= everydayFrom(parts.everyday ?? plainEveryday)
    return everyday
  }
  let rules: readonly LoadedRule[] | undefined
  return {
    documents: new Map(documents.map((document) => [document.slug, document])),
    sections: parts.sections,
    elements: vocabularyOver(parts.elements, words),
    parameters: vocabularyOver(parts.parameters, words),
    dimensions: dimensionsOver(parts.dimensions),
    scales,
    get everyday() {
      return words()
    },
    nearSynonyms: parts.nearSynonyms ?? [],
    reachedBy: new Map((parts.thresholds ?? []).flatMap(({ dimension, rules }) => rules.map((rule) => [rule, dimension] as const))),
    buildingData: parts.buildingData ?? [],
    units: unitsFrom(parts.units),
    tables,
    get rules() {
      rules ??= allRules()
      return rules
    },
    ruleIndex: lazyMap(
      () => [...list.pairs].map(([pair, indexes]) => [pair, indexes.map(ruleAt)] as const),
      (pair) => list.pairs.get(pair)?.map(ruleAt),
    ),
    ruleByKey: lazyMap(
      () => allRules().map((rule, index) => [list.keys[index] ?? '', rule] as const),
      (key) => {
        numberOf ??= new Map(list.keys.map((key, index) => [key, index]))
        const index = numberOf.get(key)
        return index === undefined ? undefined : ruleAt(index)
      },
    ),
  }
}

/** The edition of a document in force on a day, or undefined before the first or after the last. */
export function editionOn(document: BookDocument, day: string): Edition | undefined {
  return document.editions.find(({ from, to }) => from <= day && (to === null || day <= to))
}

/** `3.3.2` and `Tabla 1` are `3.3.2, Tabla 1`; a locator that begins with its section's number says both. */
export function placeInText(number: string, locator: string | undefined): string {
  if (locator === undefined) return number
  return `${locator}, `.startsWith(`${number}, `) ? locator : `${number}, ${locator}`
}

/** The section as it stands in an edition; failing that, any of its wordings. */
export function sectionIn(book: Book, document: string, slug: string, version: string): BookSection | undefined {
  const wordings = book.sections.get(`${document}/${slug}`)
  return wordings?.find(({ editions }) => editions.includes(version)) ?? wordings?.[0]
}

/** The short title of a document, or its slug if the book does not have it. */
export function shortTitle(book: Book, document: string): string {
  return book.documents.get(document)?.shortTitle ?? document
}

/** True if a document binds in a community, given by its INE code; null where the place is wider than one. */
export function bindsIn({ ccaa, displacedIn }: BookDocument, community: string | null): boolean {
  return (ccaa === null || ccaa === community) && !displacedIn.includes(community ?? '')
}
