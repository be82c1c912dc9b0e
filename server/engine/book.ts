import type { BuildingDataGroup } from './building-data.ts'
import { type Dimensions, dimensionsFrom } from './condition.ts'
import { type Everyday, type EverydaySource, everydayFrom, plainEveryday } from './everyday.ts'
import { type LoadedRule, loadRule } from './limit.ts'
import type { NearSynonyms } from './near-synonyms.ts'
import type { NotHeld } from './not-held.ts'
import { type Dimension, type Element, type Outside, type Parameter, type Rule, type Scale, type Table, type UnitSymbol, whenOf } from './schema.ts'
import { type LoadedTable, loadTable } from './table.ts'
import type { Thresholds } from './thresholds.ts'
import { type Units, unitsFrom } from './unit.ts'
import { type Vocabulary, vocabularyFrom } from './vocabulary.ts'

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

/** Everything that decides a verdict, loaded once and never changed. */
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
  readonly tables: ReadonlyMap<string, LoadedTable>
  readonly rules: readonly LoadedRule[]
  /** Rules by `element|parameter`, each under every element it names. */
  readonly ruleIndex: ReadonlyMap<string, readonly LoadedRule[]>
  /** Rules by `document/rule`. */
  readonly ruleByKey: ReadonlyMap<string, LoadedRule>
}

export interface BookParts {
  readonly documents: readonly BookDocument[]
  readonly sections: readonly BookSection[]
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly dimensions: readonly Dimension[]
  readonly units: readonly UnitSymbol[]
  readonly scales: readonly Scale[]
  readonly tables: readonly Table[]
  readonly rules: readonly { readonly document: string; readonly rule: Rule }[]
  readonly everyday?: EverydaySource | undefined
  readonly nearSynonyms?: readonly NearSynonyms[] | undefined
  readonly thresholds?: readonly Thresholds[] | undefined
  readonly buildingData?: readonly BuildingDataGroup[] | undefined
}

/** Puts a book together. Throws `RangeError` where a rule names a table or scale that is not there. */
export function bookFrom(parts: BookParts): Book {
  const tablesOf = new Map<string, Map<string, LoadedTable>>()
  for (const table of parts.tables) {
    const own = tablesOf.get(table.document) ?? new Map<string, LoadedTable>()
    own.set(table.table, loadTable(table))
    tablesOf.set(table.document, own)
  }
  const scales = new Map(parts.scales.map((scale) => [scale.id, scale]))
  const outside = new Map(parts.documents.map((document) => [document.slug, document.outside]))
  const rules = parts.rules.map(({ document, rule }) => ({
    ...loadRule(document, rule, tablesOf.get(document) ?? new Map(), scales),
    outside: (outside.get(document) ?? [])
      .filter(({ except }) => !except.includes(rule.cite.section))
      .map(({ when, text, section, editions = [] }) => ({ when: whenOf(when), text, section, editions })),
  }))
  const ruleIndex = new Map<string, LoadedRule[]>()
  for (const loaded of rules) {
    for (const element of loaded.rule.element) push(ruleIndex, ruleKey(element, loaded.rule.parameter), loaded)
  }
  const sections = new Map<string, BookSection[]>()
  for (const section of parts.sections) push(sections, `${section.document}/${section.slug}`, section)
  const everyday = everydayFrom(parts.everyday ?? plainEveryday)
  return {
    documents: new Map(parts.documents.map((document) => [document.slug, document])),
    sections,
    elements: vocabularyFrom(parts.elements, everyday),
    parameters: vocabularyFrom(parts.parameters, everyday),
    dimensions: dimensionsFrom(parts.dimensions),
    everyday,
    nearSynonyms: parts.nearSynonyms ?? [],
    reachedBy: new Map((parts.thresholds ?? []).flatMap(({ dimension, rules }) => rules.map((rule) => [rule, dimension] as const))),
    buildingData: parts.buildingData ?? [],
    units: unitsFrom(parts.units),
    tables: new Map([...tablesOf].flatMap(([document, own]) => [...own].map(([slug, table]) => [`${document}/${slug}`, table] as const))),
    rules,
    ruleIndex,
    ruleByKey: new Map(rules.map((loaded) => [`${loaded.document}/${loaded.rule.id}`, loaded])),
  }
}

/** The key of `ruleIndex`. */
export function ruleKey(element: string, parameter: string): string {
  return `${element}|${parameter}`
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

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** True if a document binds in a community, given by its INE code; null where the place is wider than one. */
export function bindsIn({ ccaa, displacedIn }: BookDocument, community: string | null): boolean {
  return (ccaa === null || ccaa === community) && !displacedIn.includes(community ?? '')
}
