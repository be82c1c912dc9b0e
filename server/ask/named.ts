import { type Book, bindsIn, editionOn } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Element } from '../engine/schema.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { magnitudeWords } from './magnitudes.ts'
import { nameStems } from './name-stems.ts'
import type { Slots } from './slots.ts'

/** True if one of the things that a question names is one of these, or a kind of one. */
export function namesThing({ elements }: Book, named: Slots['elements'], ids: readonly string[]): boolean {
  return named.some(({ id }) => elements.boundBy(id).some((wider) => ids.includes(wider)))
}

/** True if the question has all the words of a name of the rule's parameter. */
export function namesParameter({ parameters }: Book, { rule }: LoadedRule, { slots }: FigureQuery): boolean {
  const said = saidIn(slots)
  const parameter = parameters.byId.get(rule.parameter)
  return [parameter?.label, ...(parameter?.aliases ?? [])].some((name) => {
    const own = nameStems(name ?? '')
    return own.length > 0 && own.every((stem) => said.has(stem))
  })
}

/** True if a question has every word of a name, of two or more, wherever they stand. */
export function isSaidWhole(name: string, said: ReadonlySet<string>): boolean {
  const own = nameStems(name)
  return own.length > 1 && own.every((stem) => said.has(stem))
}

/** Least words of a rule's title that name what it is on. */
const leastOfTitle = 3

/** A rule that may answer, with the quantity of the question that it reads. */
type Answering = Pick<FigureAnswer, 'loaded' | 'quantity'>

/**
 * True if the question names what the rule is on: by a thing of the base, by a whole name, by a word of its label, or by its quantity. A word that already
 * belongs to the name of another thing does not count: `local calefactado` does not name the `local` of a pool, and `caldera` alone does not name a boiler for
 * olive stones.
 */
export function isOfNamed(book: Book, answer: Answering, query: FigureQuery): boolean {
  if (isNamedAsTerm(book, answer, query)) return true
  const said = saidIn(query.slots)
  if (nameStems(answer.loaded.rule.title).filter((stem) => said.has(stem) && !magnitudeWords.has(stem)).length >= leastOfTitle) return true
  const names = query.slots.elements.flatMap(namesIn).map(nameStems)
  const longer = names.filter((name) => name.length > 1 && name.every((stem) => said.has(stem)))
  return thingsOf(book, answer).some(({ label }) => {
    const own = nameStems(label)
    const ofOther = new Set(longer.filter((name) => !name.every((stem) => own.includes(stem))).flat())
    const [head, ...others] = own
    const isHeadAlone =
      others.length > 0 && !others.some((stem) => said.has(stem)) && names.some(([first, ...rest]) => first === head && rest.length === 0)
    return !isHeadAlone && own.some((stem) => said.has(stem) && !ofOther.has(stem))
  })
}

/**
 * True if the question names the thing of a rule, or a kind or a wider one of it, by a whole name; or its quantity, where it names no thing, or none in the
 * sentence of the value and nothing else has that quantity (the `n50` of a dwelling).
 */
function isNamedAsTerm(book: Book, { loaded, quantity }: Answering, query: FigureQuery): boolean {
  const { elements } = book
  const { element, parameter } = loaded.rule
  const { elements: named, parameters } = query.slots
  const isRelated = (id: string): boolean => element.some((own) => elements.boundBy(id).includes(own) || elements.boundBy(own).includes(id))
  if (named.some(({ id }) => isRelated(id))) return true
  const isSaidQuantity = namesParameter(book, loaded, query)
  if (named.length === 0 && isSaidQuantity) return true
  const isBeside = named.some((term) => namesIn(term).some((name) => nameStems(name).some((stem) => quantity?.sentence.has(stem))))
  if (
    (!isBeside || saysQuantityWhole(book, parameter, query)) &&
    (isSaidQuantity || parameters.some(({ id }) => id === parameter)) &&
    isOfOneThing(book, parameter)
  )
    return true
  const said = saidIn(query.slots)
  return thingsOf(book, { loaded }).some(({ aliases }) => aliases.some((name) => nameStems(name).every((stem) => said.has(stem))))
}

/** True if a question has a whole name, of two words or more, of a quantity: `junta con resalte`. */
function saysQuantityWhole({ parameters }: Book, id: string, { slots }: FigureQuery): boolean {
  const parameter = parameters.byId.get(id)
  return parameter !== undefined && namesIn(parameter).some((name) => isSaidWhole(name, saidIn(slots)))
}

function thingsOf({ elements }: Book, { loaded: { rule } }: Pick<FigureAnswer, 'loaded'>): Element[] {
  return rule.element.flatMap((id) => elements.byId.get(id) ?? [])
}

const saidByWords = new WeakMap<Slots['words'], ReadonlySet<string>>()

/** The index terms of the words of a question. */
export function saidIn({ words }: Pick<Slots, 'words'>): ReadonlySet<string> {
  const said = saidByWords.get(words) ?? new Set(words.flatMap(({ stem }) => stem ?? []))
  saidByWords.set(words, said)
  return said
}

/** All names of a term. */
export function namesIn({ label, aliases }: { readonly label: string; readonly aliases: readonly string[] }): string[] {
  return [label, ...aliases]
}

const ofOneThing = new WeakMap<Book, ReadonlySet<string>>()

/** True for a quantity that all limits on it are of the same thing, or of kinds of it. */
function isOfOneThing(book: Book, parameter: string): boolean {
  const known = ofOneThing.get(book) ?? quantitiesOfOneThing(book)
  ofOneThing.set(book, known)
  return known.has(parameter)
}

function quantitiesOfOneThing(book: Book): Set<string> {
  const limits = [...book.ruleByKey.values()].filter(({ rule }) => rule.kind === 'limit')
  const byParameter = [...Map.groupBy(limits, ({ rule }) => rule.parameter)]
  return new Set(byParameter.flatMap(([id, rules]) => (isOneThing(book, rules) ? [id] : [])))
}

function isOneThing({ elements }: Book, rules: readonly LoadedRule[]): boolean {
  const all = [...new Set(rules.flatMap(({ rule }) => rule.element))]
  return all.some((widest) => all.every((id) => elements.boundBy(id).includes(widest)))
}

/** True if a rule is on something that the question does not name, and its document limits the same quantity of what the question does name. */
export function isOfAnother(book: Book, answer: FigureAnswer, query: FigureQuery): boolean {
  if (isOfNamed(book, answer, query)) return false
  const { document, rule } = answer.loaded
  const ofNamed = query.slots.elements.flatMap(({ id }) =>
    book.elements.boundBy(id).flatMap((wider) => book.ruleIndex.get(`${wider}|${rule.parameter}`) ?? []),
  )
  return ofNamed.some((other) => other.document === document && other.rule.kind === rule.kind && sharesEdition(other, answer.loaded))
}

/** True if a rule is of the edition in force on the day of a question, and its document binds at the place. */
export function isInForce({ documents }: Book, { document, rule }: LoadedRule, { day, place }: FigureQuery): boolean {
  const source = documents.get(document)
  const edition = source === undefined ? undefined : editionOn(source, day)
  return source !== undefined && edition !== undefined && rule.editions.includes(edition.version) && bindsIn(source, place?.record.ccaa ?? null)
}

function sharesEdition({ rule }: LoadedRule, { rule: other }: LoadedRule): boolean {
  return rule.editions.some((edition) => other.editions.includes(edition))
}
