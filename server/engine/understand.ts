import { type Book, bindsIn, ruleKey } from './book.ts'
import { isDeciding } from './deciding.ts'
import type { LoadedRule } from './limit.ts'
import { wordsKey } from './name-words.ts'
import type { Request } from './outcome.ts'
import type { Element, Parameter } from './schema.ts'
import type { TermName } from './vocabulary.ts'

/** What of a request tells one reading of its words from another. */
export type Asked = Pick<Request, 'element' | 'parameter'> & Partial<Pick<Request, 'unit' | 'value' | 'place' | 'codes'>>

/** An element and a parameter that two texts may mean, with the rules on them. */
export interface Pair {
  readonly element: Element
  readonly parameter: Parameter
  /** The name of the element that the text came to. */
  readonly name: string
  readonly rules: readonly LoadedRule[]
  /** What the words of the text that are left out say of the case. */
  readonly sets: ReadonlyMap<string, string>
}

/** The rules that bind an element for a parameter. */
type RulesOn = (element: string, parameter: string) => readonly LoadedRule[]
type Words = readonly string[]

/**
 * What two texts mean where they are not exactly names with a rule: none, one pair or several that only the person can tell apart.
 * Each step reads them more freely than the one before; the first that finds something in the unit of the request decides, or else the first that finds anything.
 */
export function understand(book: Book, asked: Asked, rulesOn: RulesOn): readonly Pair[] {
  const { everyday } = book
  const reader = pairReader(book, rulesOn)
  const rounds = roundsOf(everyday.readings(asked.element), everyday.readings(asked.parameter))
  let misfit: readonly Pair[] = []
  for (const { step, close } of reader.steps(asked)) {
    for (const round of rounds) {
      const read = round.flatMap(({ element, parameter }) => step(element, parameter))
      const found = best(
        read.filter((pair) => pair.rules.some((loaded) => fits(loaded, asked, book))),
        asked,
        book,
      )
      if (found.length > 0) return found
      if (misfit.length === 0 && close) misfit = best(read, asked, book)
    }
  }
  return misfit
}

/** The readings of both texts: both as they stand, then one of them otherwise, then both. */
function roundsOf(elements: readonly Words[], parameters: readonly Words[]): { readonly element: Words; readonly parameter: Words }[][] {
  const product = (left: readonly Words[], right: readonly Words[]) => left.flatMap((element) => right.map((parameter) => ({ element, parameter })))
  const [[element, ...otherElements], [parameter, ...otherParameters]] = [elements, parameters]
  if (element === undefined || parameter === undefined) return []
  return [
    product([element], [parameter]),
    product(otherElements, [parameter]),
    product([element], otherParameters),
    product(otherElements, otherParameters),
  ]
}

function pairReader(book: Book, rulesOn: RulesOn) {
  const { elements, parameters, everyday } = book
  const limited = limitedBy(book)
  const parametersOf = (element: string): string[] => [...new Set(elements.boundBy(element).flatMap((id) => [...(limited.get(id) ?? [])]))]
  const pairOf = ({ term, name }: TermName<Element>, parameter: Parameter, sets: Pair['sets'] = new Map()): Pair[] => {
    const rules = rulesOn(term.id, parameter.id)
    return rules.length === 0 ? [] : [{ element: term, parameter, name, rules, sets }]
  }
  const strong = (words: Words): Words => words.filter((word) => !everyday.isWeak(word))
  const named = (words: Words, text: string): TermName<Element>[] => unique([...elements.meant(words), ...elements.spelt(text)])

  /** Both texts are names, in any order of words, number and spelling. */
  const asNames = (element: readonly TermName<Element>[], parameter: readonly TermName<Parameter>[]): Pair[] =>
    element.flatMap((one) => parameter.flatMap(({ term }) => pairOf(one, term)))
  /** The parameter is a name once the words of the element are taken from both: `altura del pasamanos` of a handrail. */
  const withinElement = (element: readonly TermName<Element>[], asked: Words, said: Words): Pair[] =>
    element.flatMap((one) => {
      const near = new Set([...one.words, ...said])
      const wide = new Set([...near, ...elements.namesOf(one.term.id).flatMap(({ words }) => [...words])])
      const read = (own: ReadonlySet<string>, words: (all: Words) => Words): Pair[] => {
        const rest = wordsKey(words(asked).filter((word) => !own.has(word)))
        const isMeant = (name: TermName<Parameter>): boolean => wordsKey(words(name.words).filter((word) => !own.has(word))) === rest
        if (rest === '') return []
        return parametersOf(one.term.id).flatMap((id) => (parameters.namesOf(id).some(isMeant) ? pairOf(one, the(parameters.byId, id)) : []))
      }
      for (const own of [near, wide])
        for (const words of [(all: Words) => all, strong]) {
          const found = read(own, words)
          if (found.length > 0) return found
        }
      return []
    })
  /** The parameter is how names of what is limited of the element begin: `anchura` of a door, where only its `anchura libre de paso` is limited. */
  const byBeginning = (element: readonly TermName<Element>[], asked: Words, said: Words): Pair[] =>
    element.flatMap((one) => {
      const own = new Set([...one.words, ...said])
      const rest = strong(asked).filter((word) => !own.has(word))
      const start = wordsKey(rest)
      if (start === '') return []
      const begins = ({ words }: TermName<Parameter>): boolean => wordsKey(strong(words).slice(0, new Set(rest).size)) === start
      return parametersOf(one.term.id).flatMap((id) => (parameters.namesOf(id).some(begins) ? pairOf(one, the(parameters.byId, id)) : []))
    })
  /** All the words of both texts together are those of an element and one of its parameters: `piscina · altura de la barrera`. */
  const together = (all: Words): Pair[] => {
    const wanted = new Set(strong(all))
    const core = [...wanted].filter((word) => !everyday.isScene(word))
    return elementsWithin(book, wanted).flatMap((one) => {
      const own = new Set(one.words)
      const covers = ({ words }: TermName<Parameter>): boolean => {
        const quantity = strong(words)
        return quantity.length > 0 && quantity.every((word) => wanted.has(word)) && core.every((word) => own.has(word) || quantity.includes(word))
      }
      return parametersOf(one.term.id).flatMap((id) => {
        const name = parameters.namesOf(id).find(covers)
        if (name === undefined) return []
        const left = [...wanted].filter((word) => !own.has(word) && !name.words.includes(word))
        return pairOf(one, the(parameters.byId, id), everyday.sceneSets(left))
      })
    })
  }
  /** The words of both texts name an element and no quantity: the one that the unit measures, if it is one only. `teatro · plazas para silla de ruedas`. */
  const byUnitOnly = (all: Words, asked: Asked): Pair[] => {
    const wanted = new Set(strong(all))
    const core = [...wanted].filter((word) => !everyday.isScene(word))
    return elementsWithin(book, wanted).flatMap((one) => {
      if (core.length === 0 || !core.every((word) => one.words.includes(word))) return []
      const sets = everyday.sceneSets([...wanted].filter((word) => !one.words.includes(word)))
      const measured = parametersOf(one.term.id).flatMap((id) => pairOf(one, the(parameters.byId, id), sets))
      const fitting = measured.filter(({ rules }) => rules.some((loaded) => loaded.rule.kind === 'limit' && fits(loaded, asked, book)))
      return fitting.length === 1 ? fitting : []
    })
  }
  /** The words of place after the first are left out: `barandilla de la escalera` is a railing. */
  const withoutScene = (words: Words): { readonly words: Words; readonly sets: Pair['sets'] } | undefined => {
    const left = words.filter((word, index) => index > 0 && everyday.isScene(word))
    return left.length === 0 ? undefined : { words: words.filter((word) => !left.includes(word)), sets: everyday.sceneSets(left) }
  }
  type Reading = (element: readonly TermName<Element>[], said: Words) => Pair[]
  const narrowedTo = (words: Words, find: (rest: Words) => readonly TermName<Element>[], read: Reading): Pair[] => {
    const rest = withoutScene(words)
    return rest === undefined ? [] : read(find(rest.words), words).map((pair) => ({ ...pair, sets: rest.sets }))
  }
  const narrowed = (words: Words, read: Reading): Pair[] => narrowedTo(words, elements.meant, read)
  /** All the words of the quantity are among those of the names of one that the element has. */
  const byWords = (element: readonly TermName<Element>[], asked: Words, said: Words): Pair[] =>
    element.flatMap((one) => {
      const own = new Set([...one.words, ...said])
      const rest = strong(asked).filter((word) => !own.has(word))
      if (rest.length === 0) return []
      return parametersOf(one.term.id).flatMap((id) => {
        const words = new Set(parameters.namesOf(id).flatMap((name) => [...name.words]))
        return rest.every((word) => words.has(word)) ? pairOf(one, the(parameters.byId, id)) : []
      })
    })
  /** The quantity is said by its unit: `miliamperios` of a residual current device. */
  const byUnitName = (element: readonly TermName<Element>[], text: string): Pair[] => {
    const asked = book.units.parse(text.trim().toLowerCase())
    if (asked === undefined || asked.kind === '1') return []
    const isMeant = ({ rule }: LoadedRule): boolean => {
      const unit = book.units.parse(rule.unit)
      return unit?.kind === asked.kind && unit.factor.equals(asked.factor)
    }
    return element.flatMap((one) =>
      parametersOf(one.term.id).flatMap((id) => pairOf(one, the(parameters.byId, id)).filter(({ rules }) => rules.some(isMeant))),
    )
  }
  /** Of a quantity that rules limit of one element only, where the text says no more than a place: `VEEI` of a corridor. */
  const byOnlyHolder = (parameter: readonly TermName<Parameter>[], sets: Pair['sets']): Pair[] =>
    parameter.flatMap(({ term }) => {
      const holders = [...limited].flatMap(([element, own]) => (own.has(term.id) ? elements.namesOf(element).slice(0, 1) : []))
      return holders.length === 1 ? holders.flatMap((one) => pairOf(one, term, sets)) : []
    })
  return {
    /** The ways to read, from the closest to the freest. What a free one finds counts only in the unit of the request. */
    steps: (asked: Asked): { readonly step: (element: Words, parameter: Words) => Pair[]; readonly close: boolean }[] => {
      const quantities = (words: Words): TermName<Parameter>[] => unique([...parameters.meant(words), ...parameters.spelt(asked.parameter)])
      const exactly = (words: Words): TermName<Element>[] => named(words, asked.element)
      const standing = (words: Words): TermName<Element>[] =>
        everyday.standIns('element', words).flatMap((id) =>
          elements
            .namesOf(id)
            .slice(0, 1)
            .map((name) => ({ ...name, words })),
        )
      const standingQuantities = (words: Words): TermName<Parameter>[] =>
        everyday.standIns('parameter', words).flatMap((id) => parameters.namesOf(id).slice(0, 1))
      const beginning = (found: readonly TermName<Element>[], parameter: Words, said: Words): Pair[] =>
        unlessNear(book, asked, byBeginning(found, parameter, said))
      const anyWay = (found: readonly TermName<Element>[], parameter: Words, said: Words): Pair[] => {
        const names = asNames(found, quantities(parameter))
        const within = names.length > 0 ? names : withinElement(found, parameter, said)
        return within.length > 0 ? within : beginning(found, parameter, said)
      }
      const close: ((element: Words, parameter: Words) => Pair[])[] = [
        (element, parameter) => asNames(exactly(element), quantities(parameter)),
        (element, parameter) => withinElement(exactly(element), parameter, element),
        (element, parameter) => narrowed(element, (found) => asNames(found, quantities(parameter))),
        (element, parameter) => narrowed(element, (found, said) => withinElement(found, parameter, said)),
        (element, parameter) => asNames(exactly(element), standingQuantities(parameter)),
        (element, parameter) => narrowed(element, (found) => asNames(found, standingQuantities(parameter))),
        (element, parameter) => asNames(standing(element), [...quantities(parameter), ...standingQuantities(parameter)]),
        (element, parameter) => withinElement(standing(element), parameter, element),
        (element, parameter) => narrowedTo(element, standing, (found) => asNames(found, quantities(parameter))),
      ]
      const free: ((element: Words, parameter: Words) => Pair[])[] = [
        (element, parameter) => beginning(exactly(element), parameter, element),
        (element, parameter) => together([...element, ...parameter]),
        (element, parameter) => narrowed(element, (found, said) => beginning(found, parameter, said)),
        (element, parameter) => beginning(standing(element), parameter, element),
        (element, parameter) => narrowedTo(element, standing, (found, said) => beginning(found, parameter, said)),
        (element, parameter) => anyWay(elementsOfWords(book, element), parameter, element),
        (element, parameter) => unlessNear(book, asked, byWords(exactly(element), parameter, element)),
        (element, parameter) => narrowed(element, (found, said) => unlessNear(book, asked, byWords(found, parameter, said))),
        (element, parameter) => byUnitOnly([...element, ...parameter], asked),
        (element) => byUnitName(exactly(element), asked.parameter),
        (element) => narrowed(element, (found) => byUnitName(found, asked.parameter)),
        (element, parameter) =>
          element.every((word) => everyday.isScene(word)) ? byOnlyHolder(quantities(parameter), everyday.sceneSets(element)) : [],
      ]
      return [...close.map((step) => ({ step, close: true })), ...free.map((step) => ({ step, close: false }))]
    },
  }
}

/** The elements of which a whole name stands among the words, and whose other names have the rest: `caja de la CGP`. */
function elementsOfWords({ elements }: Book, words: Words): TermName<Element>[] {
  return elementsWithin({ elements }, new Set(words)).filter(({ term }) => {
    const known = new Set(elements.namesOf(term.id).flatMap((name) => (name.name === term.id ? [] : [...name.words])))
    return words.every((word) => known.has(word))
  })
}

/** Drops what a near-synonym of the text measures: `anchura de hoja` is never the clear width. */
function unlessNear(book: Book, { parameter }: Asked, found: Pair[]): Pair[] {
  const apart = new Set(nearTo(book, parameter).flatMap(({ others }) => others))
  return found.filter((pair) => !apart.has(pair.parameter.id))
}

/** The parameters of quantities that sound like the one a text says and are not it, with what tells them apart. */
export function nearTo({ nearSynonyms, everyday }: Book, text: string): readonly { readonly others: readonly string[]; readonly reason: string }[] {
  const said = wordsKey(everyday.canonical(text))
  return nearSynonyms.flatMap(({ quantities, reason }) => {
    const own = quantities.find(({ say }) => say.some((one) => wordsKey(everyday.canonical(one)) === said))
    if (own === undefined) return []
    return [{ reason, others: quantities.filter((one) => one !== own).flatMap(({ is }) => is.filter((id) => !own.is.includes(id))) }]
  })
}

/** Of several pairs those that tell best: rules that bind at the place, that decide, that the unit fits; then the shortest way from the words. */
export function best(found: readonly Pair[], asked: Asked, book: Book): readonly Pair[] {
  const byIds = [...new Map(found.map((pair) => [ruleKey(pair.element.id, pair.parameter.id), pair])).values()]
  const tests: ((pair: Pair) => boolean)[] = [
    ({ rules }) => rules.some((loaded) => isAsked(loaded, asked, book)),
    ({ rules }) => rules.some(({ rule }) => rule.kind === 'limit'),
    ({ rules }) => rules.some(({ rule }) => isDeciding(rule)),
  ]
  const kept = tests.reduce((left, test) => (left.some(test) ? left.filter(test) : left), byIds)
  if (kept.length <= 1) return kept
  const covers = (one: Pair, other: Pair): boolean => other.rules.every((loaded) => one.rules.some(({ rule }) => rule === loaded.rule))
  const own = ({ element, parameter }: Pair): number => book.ruleIndex.get(ruleKey(element.id, parameter.id))?.length ?? 0
  const whole = kept.filter((pair) => kept.every((other) => covers(pair, other)))
  if (whole.length > 0) return [whole.reduce((most, pair) => (own(pair) > own(most) ? pair : most))]
  const widest = kept.find(({ element }) => kept.every((pair) => book.elements.broaden(pair.element.id).includes(element.id)))
  return widest !== undefined && kept.every(({ parameter }) => parameter === widest.parameter) ? [widest] : kept
}

function isAsked({ document }: LoadedRule, { place, codes = [] }: Asked, book: Book): boolean {
  const known = book.documents.get(document)
  return (
    (codes.length === 0 || codes.some(({ slug }) => slug === document)) &&
    (place === undefined || known === undefined || bindsIn(known, place.record.ccaa))
  )
}

/** True if a value in the unit of the request may be held against a rule. */
export function fits({ rule, scale }: LoadedRule, { unit = '', value }: Asked, { units }: Book): boolean {
  if (rule.bound === 'class') return typeof value === 'string' || value === undefined || scale?.classes.includes(value.toString()) === true
  if (typeof value === 'string') return false
  return units.parseLike(unit.trim() === '' ? '1' : unit, [rule.unit])?.kind === units.parse(rule.unit)?.kind
}

function the<T>(byId: ReadonlyMap<string, T>, id: string): T {
  const found = byId.get(id)
  if (found === undefined) throw new RangeError(`Unknown term "${id}"`)
  return found
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

/** The names of elements that are made of words of a set, the longest for each element. */
function elementsWithin({ elements }: Pick<Book, 'elements'>, words: ReadonlySet<string>): TermName<Element>[] {
  return [...elements.byId.keys()].flatMap((id) => {
    const within = elements.namesOf(id).filter((name) => name.words.length > 0 && name.words.every((word) => words.has(word)))
    return within.length === 0 ? [] : [within.reduce((longest, name) => (name.words.length > longest.words.length ? name : longest))]
  })
}
