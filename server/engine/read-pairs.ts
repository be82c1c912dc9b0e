import type { Book } from './book.ts'
import type { StandIn } from './everyday.ts'
import type { LoadedRule } from './limit.ts'
import { wordsKey } from './name-words.ts'
import { type Asked, fits, nearTo, type Pair } from './pair.ts'
import type { Element, Parameter } from './schema.ts'
import type { Unit } from './unit.ts'
import type { TermName } from './vocabulary.ts'

export type Words = readonly string[]
/** The rules that bind an element for a parameter. */
export type RulesOn = (element: string, parameter: string) => readonly LoadedRule[]

/** A way to read the words of an element and of a parameter. */
export interface Way {
  readonly read: (element: Words, parameter: Words) => Pair[]
  /** True if what it finds may be told in another unit than that of the request. */
  readonly isClose: boolean
  /** True if every word said is one of the names: what it finds is meant. */
  readonly isSure: boolean
}

interface Reader {
  readonly book: Book
  readonly asked: Asked
  readonly rulesOn: RulesOn
}

type Elements = readonly TermName<Element>[]
type Quantities = readonly TermName<Parameter>[]
/** A reading of elements found, with the words that the person said of the element. */
type Reading = (elements: Elements, said: Words) => Pair[]

/** The ways to read two texts, from the closest to the freest. */
export function waysToRead(book: Book, asked: Asked, rulesOn: RulesOn): Way[] {
  const reader = { book, asked, rulesOn }
  return [
    ...nameWays(reader).map((read) => ({ read, isClose: true, isSure: true })),
    ...standInWays(reader).map((read) => ({ read: byDefinition(reader, read), isClose: true, isSure: true })),
    ...standInWays(reader).map((read) => ({ read, isClose: true, isSure: false })),
    { read: (element, parameter) => togetherOrBeginning(reader, element, parameter), isClose: false, isSure: true },
    { read: (element) => togetherInUnit(reader, element), isClose: false, isSure: true },
    ...freeWays(reader).map((read) => ({ read, isClose: false, isSure: false })),
  ]
}

/** The texts are names, but for order, number, spelling and words of place. */
function nameWays(r: Reader): Way['read'][] {
  const named = (element: Words): Elements => namedElements(r, element)
  return [
    (element, parameter) => asNames(r, named(element), quantities(r, parameter)),
    (element, parameter) => withinElement(r, named(element), parameter, element),
    (element, parameter) => narrowed(r, element, (found) => asNames(r, found, quantities(r, parameter))),
    (element, parameter) => narrowed(r, element, (found, said) => withinElement(r, found, parameter, said)),
  ]
}

/** One of the texts is the name of what stands in for the thing or the quantity. */
function standInWays(r: Reader): Way['read'][] {
  const standing = (element: Words): Elements => standInElements(r, element)
  const both = (parameter: Words): Quantities => [...quantities(r, parameter), ...standInQuantities(r, parameter)]
  return [
    (element, parameter) => asNames(r, namedElements(r, element), standInQuantities(r, parameter)),
    (element, parameter) => narrowed(r, element, (found) => asNames(r, found, standInQuantities(r, parameter))),
    (element, parameter) => asNames(r, standing(element), both(parameter)),
    (element, parameter) => withinElement(r, standing(element), parameter, element),
    (element, parameter) => narrowedTo(r, element, standing, (found) => asNames(r, found, quantities(r, parameter))),
  ]
}

/** The texts are parts of names, or name the pair only by the unit. */
function freeWays(r: Reader): Way['read'][] {
  const named = (element: Words): Elements => namedElements(r, element)
  const standing = (element: Words): Elements => standInElements(r, element)
  const { everyday } = r.book
  return [
    (element, parameter) => byBeginning(r, named(element), parameter, element),
    (element, parameter) => narrowed(r, element, (found, said) => byBeginning(r, found, parameter, said)),
    (element, parameter) => byBeginning(r, standing(element), parameter, element),
    (element, parameter) => narrowedTo(r, element, standing, (found, said) => byBeginning(r, found, parameter, said)),
    (element, parameter) => anyWay(r, elementsOfWords(r.book, element), parameter, element),
    (element, parameter) => byWords(r, named(element), parameter, element),
    (element, parameter) => narrowed(r, element, (found, said) => byWords(r, found, parameter, said)),
    (element, parameter) => byUnitOnly(r, [...element, ...parameter]),
    (element) => byUnitName(r, named(element)),
    (element) => narrowed(r, element, (found) => byUnitName(r, found)),
    (element, parameter) => (element.every(everyday.isScene) ? byOnlyHolder(r, quantities(r, parameter), everyday.sceneSets(element)) : []),
    (element, parameter) => byPart(r, element, parameter),
  ]
}

function namedElements({ book: { elements }, asked }: Reader, words: Words): Elements {
  return unique([...elements.meant(words), ...elements.spelt(asked.element)])
}

function quantities({ book: { parameters }, asked }: Reader, words: Words): Quantities {
  return unique([...parameters.meant(words), ...parameters.spelt(asked.parameter)])
}

function standInElements({ book: { elements, everyday } }: Reader, words: Words): Elements {
  return everyday
    .standIns('element', words)
    .flatMap(({ id }) => elements.namesOf(id).slice(0, 1))
    .map((name) => ({ ...name, words }))
}

function standInQuantities({ book: { parameters, everyday } }: Reader, words: Words): Quantities {
  return everyday.standIns('parameter', words).flatMap(({ id }) => parameters.namesOf(id).slice(0, 1))
}

/** Of what a way reads, the pairs of which each text is a name or stands by definition for what it stands in for. */
function byDefinition({ book: { everyday, elements } }: Reader, read: Way['read']): Way['read'] {
  return (element, parameter) => {
    const plain = element.filter((word, index) => index === 0 || !everyday.isScene(word))
    const isMeant = (stands: readonly StandIn[], id: string, other: string): boolean => {
      const own = stands.filter((one) => one.id === id)
      return own.length === 0 || own.some(({ of }) => of.includes(other))
    }
    const standing = [...everyday.standIns('element', element), ...everyday.standIns('element', plain)]
    const measured = everyday.standIns('parameter', parameter)
    return read(element, parameter).filter(
      ({ element: { id }, parameter: { id: quantity } }) =>
        isMeant(standing, id, quantity) && (isMeant(measured, quantity, id) || elements.boundBy(id).some((one) => isMeant(measured, quantity, one))),
    )
  }
}

/** The pair of an element and a parameter, if there are rules on it. */
function pairOf(r: Reader, { term, name }: TermName<Element>, parameter: Parameter, sets: Pair['sets'] = new Map()): Pair[] {
  const rules = r.rulesOn(term.id, parameter.id)
  return rules.length === 0 ? [] : [{ element: term, parameter, name, rules, sets }]
}

/** The pairs of an element with each parameter that rules limit of it, or of what binds it. */
function pairsOf(r: Reader, one: TermName<Element>, isMeant: (id: string) => boolean, sets?: Pair['sets']): Pair[] {
  const { elements, parameters } = r.book
  const limited = limitedBy(r.book)
  const ids = new Set(elements.boundBy(one.term.id).flatMap((id) => [...(limited.get(id) ?? [])]))
  return [...ids].filter(isMeant).flatMap((id) => {
    const parameter = parameters.byId.get(id)
    return parameter === undefined ? [] : pairOf(r, one, parameter, sets)
  })
}

/** Words but for those that may be left out of a quantity. */
function strong({ book: { everyday } }: Reader, words: Words): Words {
  return words.filter((word) => !everyday.isWeak(word))
}

/** Both texts are names, in any order of words, number and spelling. */
function asNames(r: Reader, elements: Elements, parameters: Quantities): Pair[] {
  return elements.flatMap((one) => parameters.flatMap(({ term }) => pairOf(r, one, term)))
}

/** The parameter is a name once the words of the element are taken from both: `altura del pasamanos` of a handrail. */
function withinElement(r: Reader, elements: Elements, asked: Words, said: Words): Pair[] {
  const { parameters } = r.book
  return elements.flatMap((one) => {
    const near = new Set([...one.words, ...said])
    const wide = new Set([...near, ...r.book.elements.namesOf(one.term.id).flatMap(({ words }) => [...words])])
    const read = (own: ReadonlySet<string>, words: (all: Words) => Words): Pair[] => {
      const restOf = (all: Words): string => wordsKey(words(all).filter((word) => !own.has(word)))
      const rest = restOf(asked)
      return rest === '' ? [] : pairsOf(r, one, (id) => parameters.namesOf(id).some((name) => restOf(name.words) === rest))
    }
    for (const own of [near, wide])
      for (const words of [(all: Words) => all, (all: Words) => strong(r, all)]) {
        const found = read(own, words)
        if (found.length > 0) return found
      }
    return []
  })
}

/** The parameter is how names of what is limited of the element begin: `anchura` of a door, where only its `anchura libre de paso` is limited. */
function byBeginning(r: Reader, elements: Elements, asked: Words, said: Words): Pair[] {
  const found = elements.flatMap((one) => {
    const rest = new Set(strong(r, asked).filter((word) => !one.words.includes(word) && !said.includes(word)))
    const start = wordsKey(rest)
    if (start === '') return []
    const begins = ({ words }: TermName<Parameter>): boolean => wordsKey(strong(r, words).slice(0, rest.size)) === start
    return pairsOf(r, one, (id) => r.book.parameters.namesOf(id).some(begins))
  })
  return unlessNear(r, found)
}

/** All the words of the quantity are among those of the names of one that the element has. */
function byWords(r: Reader, elements: Elements, asked: Words, said: Words): Pair[] {
  const found = elements.flatMap((one) => {
    const rest = strong(r, asked).filter((word) => !one.words.includes(word) && !said.includes(word))
    if (rest.length === 0) return []
    return pairsOf(r, one, (id) => {
      const words = new Set(r.book.parameters.namesOf(id).flatMap((name) => [...name.words]))
      return rest.every((word) => words.has(word))
    })
  })
  return unlessNear(r, found)
}

/** The element is the longest name among words that name nothing together: `pared del dormitorio que da a la escalera`. A word that no name has may be misspelt. */
function byPart(r: Reader, element: Words, parameter: Words): Pair[] {
  if (namedElements(r, element).length > 0 || !element.every((word) => isKnownWord(r.book, word))) return []
  const parts = elementsWithin(r.book, new Set(element))
  const most = Math.max(...parts.map(({ words }) => words.length))
  const found = anyWay(
    r,
    parts.filter(({ words }) => words.length === most),
    parameter,
    element,
  )
  return found.length > mostProposed ? [] : found
}

/** Most pairs that a part of a name proposes: more tell nothing. */
const mostProposed = 4

/** The closest of three readings that finds anything. */
function anyWay(r: Reader, elements: Elements, asked: Words, said: Words): Pair[] {
  const names = asNames(r, elements, quantities(r, asked))
  const within = names.length > 0 ? names : withinElement(r, elements, asked, said)
  return within.length > 0 ? within : byBeginning(r, elements, asked, said)
}

/** All the words of both texts together are those of an element and one of its parameters: `piscina · altura de la barrera`. */
function together(r: Reader, all: Words): Pair[] {
  const { everyday, parameters } = r.book
  const wanted = new Set(strong(r, all))
  const core = [...wanted].filter((word) => !everyday.isScene(word))
  return elementsWithin(r.book, wanted).flatMap((one) => {
    const covers = ({ words }: TermName<Parameter>): boolean => {
      const quantity = strong(r, words)
      return (
        quantity.length > 0 && quantity.every((word) => wanted.has(word)) && core.every((word) => one.words.includes(word) || quantity.includes(word))
      )
    }
    return pairsOf(r, one, (id) => parameters.namesOf(id).some(covers)).map((pair) => {
      const quantity = parameters.namesOf(pair.parameter.id).find(covers)?.words ?? []
      return { ...pair, sets: everyday.sceneSets([...wanted].filter((word) => !one.words.includes(word) && !quantity.includes(word))) }
    })
  })
}

/** What both texts name together, beside what they name apart by the beginning of a name: where these differ, the person tells which. */
function togetherOrBeginning(r: Reader, element: Words, parameter: Words): Pair[] {
  // A quantity of weak words only (`medidas`) says nothing: what it is would be read out of the element.
  if (strong(r, parameter).length === 0) return []
  const named = namedElements(r, element)
  const found = together(r, [...element, ...parameter]).filter((pair) => named.length === 0 || isOfKind(r, pair, element, parameter))
  return found.length === 0 ? [] : [...found, ...byBeginning(r, named, parameter, element)]
}

/** True if no word that tells the kind of what the text names is passed over, unless it sets a case: `cubierta inclinada` names no part of the flat roof. */
function isOfKind({ book: { elements, parameters, everyday } }: Reader, pair: Pair, element: Words, parameter: Words): boolean {
  const names = [...elements.namesOf(pair.element.id), ...parameters.namesOf(pair.parameter.id)]
  const own = new Set([...names.flatMap(({ words }) => [...words]), ...parameter])
  return element.slice(1).every((word) => own.has(word) || everyday.sceneSets([word]).size > 0)
}

/** The words of both texts name an element and no quantity: the one that the unit measures, if it is one only. `teatro · plazas para silla de ruedas`. */
function byUnitOnly(r: Reader, all: Words): Pair[] {
  const { everyday } = r.book
  const wanted = new Set(strong(r, all))
  const core = [...wanted].filter((word) => !everyday.isScene(word))
  return elementsWithin(r.book, wanted).flatMap((one) => {
    if (core.length === 0 || !core.every((word) => one.words.includes(word))) return []
    const sets = everyday.sceneSets([...wanted].filter((word) => !one.words.includes(word)))
    const fitting = pairsOf(r, one, () => true, sets).filter(({ rules }) =>
      rules.some((loaded) => loaded.rule.kind === 'limit' && fits(loaded, r.asked, r.book)),
    )
    return fitting.length === 1 ? fitting : []
  })
}

/** The quantity is said by its unit: `miliamperios` of a residual current device. */
function byUnitName(r: Reader, elements: Elements): Pair[] {
  const asked = unitSaid(r)
  if (asked === undefined) return []
  const isMeant = ({ rule }: LoadedRule): boolean => {
    const unit = r.book.units.parse(rule.unit)
    return unit?.kind === asked.kind && unit.factor.equals(asked.factor)
  }
  return elements.flatMap((one) => pairsOf(r, one, () => true).filter(({ rules }) => rules.some(isMeant)))
}

/** The first text names thing and quantity, the second is only a unit: `separación entre tubos · cm`. */
function togetherInUnit(r: Reader, element: Words): Pair[] {
  const asked = unitSaid(r)
  if (asked === undefined) return []
  const isMeasured = ({ rule }: LoadedRule): boolean => rule.unit !== '1' && r.book.units.parse(rule.unit)?.kind === asked.kind
  return together(r, element).filter(({ rules }) => rules.some(isMeasured))
}

/** The unit that the text of the quantity is, if it is one. */
function unitSaid({ book: { units }, asked }: Reader): Unit | undefined {
  const text = asked.parameter.trim()
  return /[\p{L}%‰°º]/u.test(text) ? (units.parse(text) ?? units.parse(text.toLowerCase())) : undefined
}

/** Of a quantity that rules limit of one element only, where the text says no more than a place: `VEEI` of a corridor. */
function byOnlyHolder(r: Reader, parameters: Quantities, sets: Pair['sets']): Pair[] {
  return parameters.flatMap(({ term }) => {
    const holders = [...limitedBy(r.book)].flatMap(([element, own]) => (own.has(term.id) ? r.book.elements.namesOf(element).slice(0, 1) : []))
    return holders.length === 1 ? holders.flatMap((one) => pairOf(r, one, term, sets)) : []
  })
}

/** The words of place after the first are left out: `barandilla de la escalera` is a railing. */
function narrowed(r: Reader, words: Words, read: Reading): Pair[] {
  return narrowedTo(r, words, r.book.elements.meant, read)
}

function narrowedTo({ book: { everyday } }: Reader, words: Words, find: (rest: Words) => Elements, read: Reading): Pair[] {
  const left = words.filter((word, index) => index > 0 && everyday.isScene(word))
  if (left.length === 0) return []
  const sets = everyday.sceneSets(left)
  return read(find(words.filter((word) => !left.includes(word))), words).map((pair) => ({ ...pair, sets }))
}

/** Drops what a near-synonym of the text measures: `anchura de hoja` is never the clear width. */
function unlessNear({ book, asked }: Reader, found: Pair[]): Pair[] {
  const apart = new Set(nearTo(book, asked.parameter).flatMap(({ others }) => others))
  return found.filter((pair) => !apart.has(pair.parameter.id))
}

/** The names of elements that are made of words of a set, the longest for each element, in the order of the vocabulary. */
function elementsWithin({ elements }: Book, words: ReadonlySet<string>): TermName<Element>[] {
  const index = namesByFirstWord(elements)
  const longest = new Map<number, TermName<Element>>()
  for (const word of words)
    for (const { position, name } of index.get(word) ?? []) {
      const known = longest.get(position)
      if ((known === undefined || name.words.length > known.words.length) && name.words.every((one) => words.has(one))) longest.set(position, name)
    }
  return [...longest].sort(([left], [right]) => left - right).map(([, name]) => name)
}

const knownWordsOf = new WeakMap<Book, ReadonlySet<string>>()

/** True for a word of some name, or of place. */
function isKnownWord(book: Book, word: string): boolean {
  const { elements, parameters, everyday } = book
  const known =
    knownWordsOf.get(book) ??
    new Set([
      ...[...elements.byId.keys()].flatMap((id) => elements.namesOf(id).flatMap(({ words }) => [...words])),
      ...[...parameters.byId.keys()].flatMap((id) => parameters.namesOf(id).flatMap(({ words }) => [...words])),
    ])
  knownWordsOf.set(book, known)
  return known.has(word) || everyday.isScene(word)
}

const firstWordsOf = new WeakMap<Book['elements'], ReadonlyMap<string, readonly { readonly position: number; readonly name: TermName<Element> }[]>>()

/** The names of all elements by their first word, with the position of the element in the vocabulary. */
function namesByFirstWord(elements: Book['elements']) {
  const known = firstWordsOf.get(elements)
  if (known !== undefined) return known
  const all = [...elements.byId.keys()].flatMap((id, position) => elements.namesOf(id).map((name) => ({ position, name })))
  const index = Map.groupBy(all, ({ name }) => name.words[0] ?? '')
  firstWordsOf.set(elements, index)
  return index
}

/** The elements of which a whole name stands among the words, and whose other names have the rest: `caja de la CGP`. */
function elementsOfWords(book: Book, words: Words): Elements {
  return elementsWithin(book, new Set(words)).filter(({ term }) => {
    const known = new Set(book.elements.namesOf(term.id).flatMap((name) => (name.name === term.id ? [] : [...name.words])))
    return words.every((word) => known.has(word))
  })
}

function unique<T>(names: readonly TermName<T>[]): TermName<T>[] {
  return [...new Map(names.toReversed().map((name) => [name.term, name])).values()].reverse()
}

const limitedOf = new WeakMap<Book, ReadonlyMap<string, ReadonlySet<string>>>()

/** The parameters that rules limit of each element itself. */
function limitedBy(book: Book): ReadonlyMap<string, ReadonlySet<string>> {
  const known = limitedOf.get(book)
  if (known !== undefined) return known
  const limited = new Map<string, Set<string>>()
  for (const { rule } of book.rules) for (const element of rule.element) limited.set(element, (limited.get(element) ?? new Set()).add(rule.parameter))
  limitedOf.set(book, limited)
  return limited
}
