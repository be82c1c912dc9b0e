import { type Exact, parseDecimal } from '../engine/decimal.ts'
import type { Quantity } from '../engine/quantities.ts'
import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import type { Asking } from './asking.ts'
import { isDenied } from './denied.ts'
import { canMeasure, valueInUnitOf } from './dimension-value.ts'
import { isKept, namesKept } from './kept-for.ts'
import { nameStems } from './name-stems.ts'
import { type Match, type PhraseIndex, phraseIndex, type Word } from './phrase-index.ts'

/** The conditions of the case that a question states. */
export interface StatedConditions {
  /** In the units of their dimensions. */
  readonly known: Map<string, Exact | string>
  /** The values of each condition that is stated with several. None of them is known. */
  readonly several: ReadonlyMap<string, readonly (Exact | string)[]>
  /** The quantities that state conditions, each with their ids. */
  readonly taken: ReadonlyMap<Quantity, readonly string[]>
  /** Positions of the words that state a condition and are of no thing or quantity. */
  readonly usedWords: Set<number>
}

interface Read {
  readonly words: readonly Word[]
  readonly quantities: readonly Quantity[]
  /** Where the question names things and quantities. */
  readonly terms: readonly Span[]
  readonly asks: Pick<Asking, 'asksThreshold'>
}

/** Reads the conditions that questions state. */
export interface ConditionReader {
  read(question: Read): StatedConditions
}

/** Builds the reader of the conditions of a knowledge base: by their names, the names of their values, and how people say that they hold. */
export function conditionReader(kb: KnowledgeBase): ConditionReader {
  const { book } = kb
  const { dimensions } = book
  const phrases = phrasesOf(kb)
  return {
    read({ words, quantities, terms, asks }) {
      const { known, several, add } = collected((dimension, value) => dimensions.widened(dimension, value))
      const usedWords = new Set<number>()
      const markUsed = ({ from, to }: Span): void => {
        for (let position = from; position <= to; position++) usedWords.add(position)
      }
      const taken = new Map<Quantity, string[]>()
      const takenBy = new Map<Quantity, Span>()
      for (const match of phrases.numbers.find(words)) {
        // What one name says of a quantity it says of every condition that it is the name of.
        const isFree = (quantity: Quantity): boolean => takenBy.get(quantity)?.from === match.from || !taken.has(quantity)
        const free = quantities.filter((quantity) => isFree(quantity) && !quantity.isWord)
        const near = nearestQuantity(
          match,
          words,
          free,
          (quantity) => canMeasure(quantity, match.term, book) && !countsOthers(quantity, match, words) && !isOfKept(quantity, match, words),
        )
        if (near === undefined) continue
        taken.set(near, [...(taken.get(near) ?? []), match.term.id])
        takenBy.set(near, match)
        add(match.term.id, valueInUnitOf(near, match.term, book))
        markUsed(match)
      }
      // A question whether something is needed does not say that it is there.
      const isMeant = ({ type }: Dimension): boolean => type !== 'boolean' || !asks.asksThreshold
      // The unit of a quantity says nothing of the case: `5,2 renovaciones` are no alteration.
      const isUnit = ({ from, to }: Span): boolean =>
        quantities.some(({ unit, start, end }) => unit !== undefined && start <= (words[from]?.start ?? 0) && (words[to]?.start ?? 0) < end)
      const named = phrases.values.find(words).filter((match) => isStated(match.term.dimension, match, words))
      const stated = phrases.stated.find(words).filter(({ term }) => isMeant(term.dimension))
      const said = [...named, ...stated].filter((match) => !isDenied(match, words) && !isUnit(match))
      for (const match of withoutBeside(said, words)) {
        const { dimension, value } = match.term
        add(dimension.id, dimension.type === 'number' ? parseDecimal(value) : value)
        if (!stated.includes(match) && !terms.some((term) => overlap(term, match))) markUsed(match)
      }
      for (const match of phrases.facts.find(words)) if (isMeant(match.term) && !isUnit(match)) add(match.term.id, String(!isDenied(match, words)))
      return { known, several, taken, usedWords }
    },
  }
}

interface Phrases {
  readonly numbers: PhraseIndex<Dimension>
  readonly values: PhraseIndex<Value>
  readonly facts: PhraseIndex<Dimension>
  readonly stated: PhraseIndex<Value>
}

interface Value {
  readonly dimension: Dimension
  readonly value: string
}

function phrasesOf({ book: { dimensions }, stated }: KnowledgeBase): Phrases {
  const conditions = [...dimensions.byId.values()].filter(({ source }) => source === 'context')
  const ofType = (wanted: Dimension['type']): Dimension[] => conditions.filter(({ type }) => type === wanted)
  return {
    numbers: phraseIndex(
      ofType('number').map(
        (dimension) =>
          [dimension, [dimension.label, dimension.id.replace(/_(m2|m3|m|cm|mm|kw|w|g)$/, ''), ...dimension.aliases].filter(isSpecific)] as const,
      ),
    ),
    values: phraseIndex(
      ofType('enum').flatMap((dimension) =>
        dimension.values.map(({ id, label, aliases }) => [{ dimension, value: id }, [id, label, ...aliases].filter(isSpecific)] as const),
      ),
      ({ dimension }) => dimension,
    ),
    facts: phraseIndex(
      ofType('boolean').map((dimension) => [dimension, [dimension.label, ...dimension.aliases].filter(isSpecific)] as const),
      (dimension) => dimension,
    ),
    stated: phraseIndex(
      stated.flatMap(({ dimension: id, value, say }) => {
        const dimension = dimensions.byId.get(id)
        return dimension === undefined ? [] : [[{ dimension, value: String(value) }, say] as const]
      }),
      ({ dimension }) => dimension,
    ),
  }
}

/** Gathers the values of conditions: one that is stated twice keeps what both agree on, and is among the several if they do not. */
function collected(widened: (dimension: string, value: string) => readonly string[]) {
  const known = new Map<string, Exact | string>()
  const several = new Map<string, (Exact | string)[]>()
  const add = (dimension: string, value: Exact | string): void => {
    const before = several.get(dimension)
    if (before !== undefined) {
      before.push(value)
      return
    }
    const first = known.get(dimension) ?? value
    const agreed = narrower(first, value, (one) => widened(dimension, one))
    if (agreed !== undefined) known.set(dimension, agreed)
    else {
      known.delete(dimension)
      several.set(dimension, [first, value])
    }
  }
  return { known, several, add }
}

type Span = Pick<Match<unknown>, 'from' | 'to'>

function overlap(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to
}

/** What says that a thing lies beside another one, which the question is not on: `garaje debajo de unas oficinas`; not `un bajo de oficinas`. */
const beside =
  /(?:^| )(?:(?:debajo|encima|enfrente) del?|(?:junto|pegad[oa]|contigu[oa]) al?|(?<!(?:un|el|del|al|en|de|local|piso|planta) )bajo(?= (?:el|la|los|las|un|una|unos|unas) ))(?: |$)/
/** Most words from what says so to the end of the other thing's article. */
const mostToBeside = 4

/** What is said of conditions, without what only something beside would be, where the question states another value of the condition. */
function withoutBeside(said: readonly Match<Value>[], words: readonly Word[]): readonly Match<Value>[] {
  const isBeside = ({ from }: Span): boolean =>
    beside.test(
      `${words
        .slice(Math.max(0, from - mostToBeside), from)
        .map(({ folded }) => folded)
        .join(' ')} `,
    )
  return said.filter(
    (match) =>
      !isBeside(match) ||
      !said.some((other) => other.term.dimension === match.term.dimension && other.term.value !== match.term.value && !isBeside(other)),
  )
}

/** True if a match states a condition: a common word does only where the question also has a word of the condition's label. */
function isStated({ label, aliases }: Dimension, { from, to }: Span, words: readonly Word[]): boolean {
  const own = words.slice(from, to + 1).flatMap(({ stem }) => stem ?? [])
  if (own.length > 1 || !common.has(own[0] ?? '')) return true
  const names = new Set([label, ...aliases].flatMap(nameStems).filter((name) => !vague.has(name)))
  return words.some(({ stem }, position) => stem !== undefined && (position < from || position > to) && names.has(stem))
}

/** The value that two statements of a condition agree on: the same, or the narrower one (`vivienda unifamiliar` is a `vivienda`). Undefined if they differ. */
function narrower(one: Exact | string, other: Exact | string, widened: (value: string) => readonly string[]): Exact | string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return String(one) === String(other) ? one : undefined
  if (widened(one).includes(other)) return one
  return widened(other).includes(one) ? other : undefined
}

/** True if a name identifies a condition by itself. A single letter or digit, or a word such as "otros", may mean anything. */
function isSpecific(name: string): boolean {
  const words = stems(name.replace(/[_-]/g, ' '))
  return words.some((word) => /^[a-z]{3,}$/.test(word) && !vague.has(word))
}
const vague = new Set(stems('otros otro resto total parcial general normal local tipo clase primaria zona uno única'))

/** Values that are adjectives or things found anywhere: they state a condition only beside a word of its label (`riesgo alto`, and not `un techo alto`). */
const common = new Set(
  stems(
    'calle acera alto alta bajo baja medio media intermedio superior inferior interior exterior grande pequeño suelo muro madera agua terreno paso trasdós cubierta techo pared servicio ligero pesado fuerte débil abierto cerrado natural mecánica fijo móvil simple doble vertical horizontal húmedo seco pares ventilación extracción libre grave',
  ),
)

const maxDistance = 4
/** How far before a name a number without a unit may stand: `280 butacas`, and not `3 para otras personas`. */
const maxBare = 2

/** True for a bare number behind the name of a condition that counts something else: `una planta con 14 coches`. */
function countsOthers({ unit, start, end }: Quantity, { term, to }: Match<Dimension>, words: readonly Word[]): boolean {
  const behind = words.findLastIndex((word) => word.start < end) + 1
  const [number, noun] = [words[behind - 1], words[behind]]
  if (unit !== undefined || start < (words[to]?.start ?? 0) || noun?.stem === undefined || number === undefined) return false
  return noun.start === number.start + number.text.length + 1 && ![term.label, ...term.aliases].flatMap(nameStems).includes(noun.stem)
}

/** True for a number of things that are kept for somebody, where a condition is of all: `3 viviendas reservadas` are not the dwellings of the building. */
function isOfKept(quantity: Quantity, { term }: Match<Dimension>, words: readonly Word[]): boolean {
  return isKept(quantity, words) && !namesKept([term.label, ...term.aliases].join('; '))
}

function nearestQuantity<T>(
  { from, to }: Match<T>,
  words: readonly Word[],
  quantities: readonly Quantity[],
  isFit: (quantity: Quantity) => boolean,
): Quantity | undefined {
  const position = ({ start }: Quantity): number => words.findIndex((word) => word.start >= start)
  return quantities
    .filter(isFit)
    .map((quantity) => ({ quantity, distance: Math.min(Math.abs(position(quantity) - from), Math.abs(position(quantity) - to)) }))
    .filter(({ quantity, distance }) => distance <= (quantity.unit === undefined && position(quantity) < from ? maxBare : maxDistance))
    .sort((left, right) => left.distance - right.distance)[0]?.quantity
}
