import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { stems } from '../kb/text-analysis.ts'
import { namesIn, namesThing } from './named.ts'
import type { Word } from './phrase-index.ts'
import type { FreeQuantity, Slots } from './slots.ts'

/**
 * True if a question says of what a value is (`agujeros de 2 cm`), and that is a thing of the base which the rule has no word of, or what the name of
 * another such quantity of the rule's own thing has (`estribos de 6 mm` of a column).
 */
export function isOfUnsaidThing(
  book: Book,
  loaded: LoadedRule,
  quantity: FreeQuantity | undefined,
  { words, elements }: Pick<Slots, 'words' | 'elements'>,
): boolean {
  const noun = quantity === undefined ? undefined : nounBefore(words, quantity.quantity.start)
  if (noun === undefined) return false
  if (isOfOtherQuantity(book, loaded, noun)) return true
  if (!isOtherThing(book, loaded, noun)) return false
  // A beam is an element of a structure, and what binds that binds it; the word may be the last of a name (`cubierta plana de 0,5 W/m²K`).
  const own = elements.filter(({ label, aliases }) => [label, ...aliases].some((name) => stems(name).includes(noun)))
  return !namesThing(book, own, loaded.rule.element)
}

/** True if a question asks every how many metres there is a thing of the base (`cada cuántos metros pongo una arqueta`) which the rule has no word of. */
export function spacesAnotherThing(book: Book, loaded: LoadedRule, { words }: Pick<Slots, 'words'>): boolean {
  const asked = words.findIndex(({ folded }, position) => folded === 'cada' && /^cuant[oa]s$/.test(words[position + 1]?.folded ?? ''))
  const article = asked < 0 ? -1 : words.findIndex(({ folded }, position) => position > asked + 1 && articles.has(folded))
  const noun = words[article + 1]?.stem
  return article >= 0 && noun !== undefined && isOtherThing(book, loaded, noun)
}

const articles = new Set(['un', 'una', 'unos', 'unas', 'el', 'la', 'los', 'las'])
/** Words between what is measured and its value. */
const between = new Set(['unos', 'unas', 'solo', 'apenas', 'casi'])

/** The index term of the word that a value is of: `agujeros de 2 cm`. */
function nounBefore(words: readonly Word[], start: number): string | undefined {
  let last = words.findLastIndex((word) => word.start < start)
  while (between.has(words[last]?.folded ?? '')) last--
  return words[last]?.folded === 'de' ? words[last - 1]?.stem : undefined
}

function isOtherThing(book: Book, loaded: LoadedRule, noun: string): boolean {
  return nounsOf(book).has(noun) && !wordsOfRule(book, loaded).has(noun)
}

/** True if the name of another quantity of the rule's thing, which begins like that of its own, has a word that its own has not: `diámetro del estribo`. */
function isOfOtherQuantity({ parameters, ruleByKey }: Book, { rule }: LoadedRule, noun: string): boolean {
  const namesOf = (id: string): string[][] =>
    [parameters.byId.get(id) ?? []]
      .flat()
      .flatMap(namesIn)
      .map((name) => stems(name))
  const own = namesOf(rule.parameter)
  if (own.flat().includes(noun) || stems(rule.title).includes(noun)) return false
  const heads = new Set(own.map(([head]) => head))
  const others = [...ruleByKey.values()].filter(
    ({ rule: other }) => other.parameter !== rule.parameter && other.element.some((id) => rule.element.includes(id)),
  )
  return others.some(({ rule: other }) => namesOf(other.parameter).some(([head, ...rest]) => heads.has(head) && rest.includes(noun)))
}

const ofRules = new WeakMap<LoadedRule, ReadonlySet<string>>()

/** The index terms of a rule's title, and of the names of its elements, its parameter and the conditions that it reads. */
function wordsOfRule({ elements, parameters, dimensions }: Book, loaded: LoadedRule): ReadonlySet<string> {
  const before = ofRules.get(loaded)
  if (before !== undefined) return before
  const { rule, uses } = loaded
  const terms = [
    ...rule.element.flatMap((id) => elements.byId.get(id) ?? []),
    ...[parameters.byId.get(rule.parameter) ?? []].flat(),
    ...[...uses].flatMap((name) => dimensions.byId.get(name) ?? []),
  ]
  const words = new Set(stems([rule.title, ...terms.flatMap(({ label, aliases }) => [label, ...aliases])].join(' ')))
  ofRules.set(loaded, words)
  return words
}

const ofBooks = new WeakMap<Book, ReadonlySet<string>>()

/** The first words of the names of elements: what things are called. */
export function nounsOf(book: Book): ReadonlySet<string> {
  const before = ofBooks.get(book)
  if (before !== undefined) return before
  const names = [...book.elements.byId.values()].flatMap(({ label, aliases }) => [label, ...aliases])
  const words = new Set(names.flatMap((name) => stems(name).slice(0, 1)))
  ofBooks.set(book, words)
  return words
}
