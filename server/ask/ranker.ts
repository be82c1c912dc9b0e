import { type Book, bindsIn, editionOn } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { type AnswerIndex, openAnswerIndex, type StoredUnit } from '../kb/answer-index.ts'
import { findArticles } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stem, stems } from '../kb/text-analysis.ts'
import { documentNames } from './document-names.ts'
import { type Asked, featureNames, featuresOf } from './features.ts'
import { saidIn } from './named.ts'
import { frame, isOtherSubject } from './other-subject.ts'
import { openRetrieval, type QueryTerm } from './retrieval.ts'
import type { Slots } from './slots.ts'

/** A rule or paragraph that may answer a question. `score`: the weighted sum of its features. */
export interface Ranked {
  readonly unit: StoredUnit
  /** Undefined for a paragraph. */
  readonly rule: LoadedRule | undefined
  readonly features: readonly number[]
  /** The weights of the features. */
  readonly weights: readonly number[]
  /** Share of the question's words, by rarity, that it contains. */
  readonly covered: number
  /** Number of its words, of the question's, if the question has several; else 2: a single word may be enough. */
  readonly matched: number
  readonly score: number
  /** What the score has lost because the question says nothing of the document's field. */
  readonly lost: number
}

export interface RankQuery {
  readonly question: string
  readonly slots: Slots
  /** INE code of the community of the place asked for; null if there is no place. */
  readonly ccaa: string | null
  readonly day: string
  /** Only these documents; empty: all. */
  readonly documents: readonly string[]
}

/** Ranks what may answer a question: one linear sum over named features. */
export interface Ranker {
  /** Best first. */
  rank(query: RankQuery): Ranked[]
  /**
   * True if a question asks of something else than the base does: at most half of its words that name no quantity are known, and none is like the
   * others; or all of them are names; or, in another language, all of them are `unread`, without a translation.
   */
  isBeyond(slots: Slots, unread: ReadonlySet<string>): boolean
  /** The documents that a question names. */
  documentsIn(question: string, slots: Pick<Slots, 'words'>): ReadonlySet<string>
}

/** Units that the first choice passes on to the weights. */
const mostRetrieved = 80
/** Lists of accepted units that are kept. */
const mostKept = 32

/** Opens the ranker of a knowledge base, with the weights stored in it. `index`: another index than its own, for measuring. */
export function openRanker(kb: KnowledgeBase, index: AnswerIndex = openAnswerIndex(kb.answerIndex)): Ranker {
  const { book } = kb
  const retrieval = openRetrieval(index)
  const ruleOf = (unit: number): LoadedRule | undefined => {
    const { kind, document, body } = index.units[unit] ?? { kind: 'paragraph', document: '', body: '' }
    return kind === 'rule' ? book.ruleByKey.get(`${document}/${body}`) : undefined
  }
  const weights = featureNames.map((name) => kb.ranking.weights[name] ?? 0)
  const names = documentNames(
    kb.documents.map(({ slug, short_title, aliases }) => ({ slug, names: [...namesOfSlug(slug), short_title, ...aliases] })),
  )
  const accepted = acceptedUnits(book, index)
  const fields = new Map(
    Object.entries(kb.fields).map(([document, words]) => [document, words.flatMap((line) => line.split(',')).map((name) => stems(name))]),
  )
  const documentsIn: Ranker['documentsIn'] = (question, { words }) =>
    new Set([...names(words), ...kb.identifiers.inside(question).map(({ document }) => document)])
  return {
    documentsIn,
    isBeyond: (slots, unread) => isOtherSubject(kb, index, { slots, unread }),
    rank({ question, slots, ccaa, day, documents }) {
      const { query, unknown } = queryTerms(kb, index, slots)
      const asked: Asked = {
        slots,
        query,
        unknown,
        // A request for one document names it.
        documents: new Set([...documentsIn(question, slots), ...(documents.length === 1 ? documents : [])]),
        ccaa,
        found: foundBySearch(kb, wordsToFind(index, slots), day),
      }
      const unsaid = unsaidFields(fields, slots, asked.documents)
      return retrieval
        .find(asked.query, accepted(day, ccaa, documents), mostRetrieved)
        .map((retrieved): Ranked => {
          const rule = ruleOf(retrieved.unit)
          const features = featuresOf(book, index, retrieved, rule, asked)
          const unit = index.units[retrieved.unit] as StoredUnit
          const sum = features.reduce((sum, value, position) => sum + value * (weights[position] ?? 0), 0)
          const lost = unsaid.has(unit.document) ? lossOfField : 0
          return {
            unit,
            rule,
            features,
            weights,
            covered: retrieved.covered,
            matched: asked.query.length < 2 ? 2 : retrieved.matched,
            score: sum - lost,
            lost,
          }
        })
        .sort((left, right) => right.score - left.score)
    },
  }
}

/** How much less likely a document of one field is for a question that says none of its words. */
const lossOfField = 2

/** The documents of one field that a question neither names nor says a name of: `atención al público` is no `espacio público`. */
function unsaidFields(fields: ReadonlyMap<string, readonly (readonly string[])[]>, slots: Slots, named: ReadonlySet<string>): Set<string> {
  const said = saidIn(slots)
  const isSaid = (names: readonly (readonly string[])[]): boolean => names.some((name) => name.length > 0 && name.every((stem) => said.has(stem)))
  return new Set([...fields].filter(([document, field]) => !named.has(document) && !isSaid(field)).map(([document]) => document))
}

/** Articles of a search that count. */
const mostFound = 30

/** A question without its place, its numbers and their units: what search looks for in articles. */
function wordsToFind({ terms }: AnswerIndex, { words, placeWords, usedWords }: Slots): string {
  return words
    .filter(({ stem, folded }, position) => {
      const isKnown = stem !== undefined && terms.has(stem)
      return !placeWords.has(position) && !/^\d/.test(folded) && (isKnown || !usedWords.has(position))
    })
    .map(({ text }) => text)
    .join(' ')
}

/** What search finds first, by document and section. */
function foundBySearch(kb: KnowledgeBase, question: string, day: string): Asked['found'] {
  const found = findArticles(kb, question, day).slice(0, mostFound)
  const best = found[0]?.score ?? 1
  return new Map(found.map(({ document, section, score }, rank) => [`${document}/${section}`, { rank, share: score / best }] as const).reverse())
}

/** `cte-db-si` is also `db-si`, `CTE SI` and `CTE DB-SI`. */
function namesOfSlug(slug: string): string[] {
  const part = /^cte-db-(.+)$/.exec(slug)?.[1]?.toUpperCase()
  return [slug.replace(/^cte-/, ''), ...(part === undefined ? [] : [`CTE ${part}`, `CTE DB-${part}`])]
}

/** Which units may answer on a day, in a community, from some documents (empty: all). The last few answers are kept: most questions share them. */
function acceptedUnits(
  { documents: all }: Book,
  { units }: AnswerIndex,
): (day: string, ccaa: string | null, documents: readonly string[]) => Uint8Array {
  const known = new Map<string, Uint8Array>()
  return (day, ccaa, documents) => {
    const key = `${day} ${ccaa} ${documents.join(' ')}`
    const before = known.get(key)
    if (before !== undefined) return before
    const versions = new Map(
      [...all.values()].map((document) => [
        document.slug,
        bindsIn(document, ccaa) && (documents.length === 0 || documents.includes(document.slug)) ? editionOn(document, day)?.version : undefined,
      ]),
    )
    const mask = Uint8Array.from(units, ({ document, editions }) => (editions.includes(versions.get(document) ?? '') ? 1 : 0))
    if (known.size >= mostKept) known.clear()
    known.set(key, mask)
    return mask
  }
}

/** Most parameters of one kind of unit for the unit to name them: `W/m²K` is hardly anything but a transmittance. */
const mostOfUnit = 4

/** The names of the parameters that the units of a question measure, where few are measured so. */
function namesOfUnits({ book }: KnowledgeBase, { unassigned, unit }: Slots): string[] {
  const labels = labelsOfUnits.get(book) ?? parametersByUnit(book)
  labelsOfUnits.set(book, labels)
  const kinds = new Set([...unassigned.map(({ quantity }) => quantity.unit), unit].flatMap((one) => one?.kind ?? []))
  return [...kinds].flatMap((kind) => {
    const measured = labels.get(kind) ?? []
    return measured.length <= mostOfUnit ? measured : []
  })
}

const labelsOfUnits = new WeakMap<Book, ReadonlyMap<string, readonly string[]>>()

/** The labels of the parameters by the kind of their unit. */
function parametersByUnit({ parameters, units }: Book): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const { label, unit } of parameters.byId.values()) {
    const kind = unit === undefined ? undefined : units.parse(unit)?.kind
    if (kind !== undefined) labels.set(kind, [...(labels.get(kind) ?? []), label])
  }
  return labels
}

/** The words of a question that the index knows, without those of its place and its numbers; a word it does not know stands for similar ones. */
function queryTerms(kb: KnowledgeBase, index: AnswerIndex, slots: Slots): { readonly query: readonly QueryTerm[]; readonly unknown: number } {
  const { words, placeWords, usedWords, elements, parameters } = slots
  const weights = new Map<number, number>()
  const put = (term: string, weight: number): boolean => {
    const number = index.terms.get(term)
    if (number !== undefined) weights.set(number, Math.max(weight, weights.get(number) ?? 0))
    return number !== undefined
  }
  let [said, unknown] = [0, 0]
  for (const [position, word] of words.entries()) {
    const own = word.stem ?? (word.folded.length === 1 ? undefined : stem(word.folded))
    if (own === undefined || placeWords.has(position) || /^\d/.test(own) || frame.has(own)) continue
    said++
    if (put(own, 1)) continue
    // The unit of a quantity need not be a word of the base.
    if (!usedWords.has(position)) unknown++
    for (const { term, weight } of kb.index.terms(word.folded)) put(term, weight)
  }
  // The names of what the question names in other words.
  for (const named of [elements, parameters])
    if (named.length <= mostNamed) for (const { label } of named) for (const term of stems(label)) put(term, labelWeight)
  for (const { magnitude } of slots.unassigned) for (const term of stems(magnitude ?? '')) put(term, labelWeight)
  for (const label of namesOfUnits(kb, slots)) for (const term of stems(label)) put(term, labelWeight)
  return { query: [...weights].map(([term, weight]) => ({ term, weight })), unknown: unknown / Math.max(1, said) }
}

/** Weight of the words of a label; terms that are more than these are hardly all meant. */
const labelWeight = 0.5
const mostNamed = 2
