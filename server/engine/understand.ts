import type { Book } from './book.ts'
import { isDeciding } from './deciding.ts'
import { wordsKey } from './name-words.ts'
import { type Asked, fits, isAsked, type Pair } from './pair.ts'
import { type RulesOn, type Words, waysToRead } from './read-pairs.ts'
import { ruleKey } from './rule-list.ts'

/** What two texts mean: one pair, several that only the person can tell apart, or none. */
export interface Understood {
  readonly pairs: readonly Pair[]
  /** True if every word is a word of the names of both. Otherwise the pair only stands near: it may be asked about, and decides nothing. */
  readonly isSure: boolean
}

/**
 * What two texts mean where they are not exactly names with a rule. Each way reads them more freely than the one before; the first that finds
 * something in the unit of the request counts, or else the first close one that finds anything.
 */
export function understand(book: Book, asked: Asked, rulesOn: RulesOn): Understood {
  const { everyday } = book
  // Nobody names a thing in so many words: reading them all would only take time.
  if ([asked.element, asked.parameter].some((text) => text.split(/\s+/).length > mostWords)) return { pairs: [], isSure: false }
  const rounds = roundsOf(everyday.readings(asked.element), everyday.readings(asked.parameter))
  const ways = waysToRead(book, asked, rulesOn)
  let misfit: readonly Pair[] = []
  // What the words as they stand name comes before any other meaning of them.
  const names = ways.filter(({ isClose, isSure }) => isClose && isSure).map((way) => ({ ...way, rounds: rounds.slice(0, 1) }))
  for (const { read, isClose, isSure, rounds: readings } of [...names, ...ways.map((way) => ({ ...way, rounds }))]) {
    for (const [position, round] of readings.entries()) {
      const pairs = round.flatMap(({ element, parameter }) => read(element, parameter))
      const fitting = pairs.filter(({ rules }) => rules.some((loaded) => fits(loaded, asked, book)))
      const found = best(fitting, asked, book)
      if (found.length > 0) return { pairs: found, isSure: isSure && position === 0 }
      if (misfit.length === 0 && isClose) misfit = best(pairs, asked, book)
    }
  }
  return { pairs: misfit, isSure: false }
}

/** Most words of a name that is read freely. */
const mostWords = 10

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

/** Of several pairs those that tell best: rules that bind at the place, that limit, that decide; then one whose rules include those of all others. */
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
  const said = wordsKey(book.everyday.canonical(asked.parameter))
  const own = ({ element, parameter }: Pair): number => {
    const isLabel = wordsKey(book.everyday.canonical(parameter.label)) === said
    return (book.ruleIndex.get(ruleKey(element.id, parameter.id))?.length ?? 0) + Number(isLabel) / 2
  }
  const whole = kept.filter((pair) => kept.every((other) => covers(pair, other)))
  const mostOwn = (pairs: readonly Pair[]): Pair | undefined =>
    pairs.reduce<Pair | undefined>((most, pair) => (most === undefined || own(pair) > own(most) ? pair : most), undefined)
  const one = mostOwn(whole)
  if (one !== undefined) return [one]
  const widest = kept.find(({ element }) => kept.every((pair) => book.elements.broaden(pair.element.id).includes(element.id)))
  if (widest !== undefined && kept.every(({ parameter }) => parameter === widest.parameter)) return [widest]
  // A quantity under several names is one.
  return kept.filter((pair) => pair === mostOwn(kept.filter((other) => other.element === pair.element && covers(pair, other) && covers(other, pair))))
}
