import type { Book } from '../engine/book.ts'
import type { Known } from '../engine/condition.ts'
import { type Exact, parseDecimal, toNumber } from '../engine/decimal.ts'
import { boundsRegardless, type LoadedRule, limitsOf, sureBounds } from '../engine/limit.ts'
import type { Quantity } from '../engine/quantities.ts'
import { readFire } from '../engine/scale.ts'
import type { Dimension } from '../engine/schema.ts'
import { convert, countedKinds, type Unit } from '../engine/unit.ts'
import { stems } from '../kb/text-analysis.ts'
import { unitsMeant } from './bare-number.ts'
import { canMeasure, valueInUnitOf } from './dimension-value.ts'
import { isOfKept } from './kept-for.ts'
import { factSaid } from './label-facts.ts'
import { likeUnit } from './like-unit.ts'
import { magnitudesIn, magnitudeWords } from './magnitudes.ts'
import { namesOf, type RuleNames, saysCounted, wordsOf } from './rule-names.ts'
import type { FreeQuantity, Slots } from './slots.ts'

/** The quantities of a question as one rule reads them: which one it judges, and what the others say of the case. */
export interface RuleReading {
  readonly value: Slots['value']
  /** The units that a value without one may be meant in: one is taken, several are asked back, and there is then no value. Empty if the unit is said. */
  readonly meant: readonly Unit[]
  /** The quantity that the value is. */
  readonly quantity: FreeQuantity | undefined
  /** The other quantities of the question that could be the one to judge. */
  readonly rivals: readonly FreeQuantity[]
  readonly known: Known
  /** What says something of the case by words near it alone, where it and the value to judge do not both stand beside their own. */
  readonly guessed: readonly { readonly dimension: Dimension; readonly quantity: Quantity }[]
  /** The quantities with a unit that neither are judged nor say anything of the case to this rule. */
  readonly unread: readonly FreeQuantity[]
}

/** Reads the quantities of a question for a rule: by their units, and by the words around each. `taken`: those that other rules judge. */
export function readFor(book: Book, loaded: LoadedRule, stated: Known, slots: Slots, taken: ReadonlySet<FreeQuantity>): RuleReading {
  const offered = { ...slots, unassigned: slots.unassigned.filter((one) => !taken.has(one)) }
  const { judged, rivals } = judgedQuantity(book, loaded, stated, offered)
  const rest = [...slots.unassigned, ...slots.assigned.filter(({ states = [] }) => !states.some((name) => loaded.uses.has(name)))].filter(
    (one) => one !== judged,
  )
  const known = new Map(stated)
  const free = new Set(rest)
  const guessed: { dimension: Dimension; quantity: Quantity }[] = []
  for (const name of loaded.uses) {
    const dimension = book.dimensions.byId.get(name)
    const fact =
      dimension === undefined || dimension.type === 'number' || dimension.source === 'place' || known.has(name)
        ? undefined
        : factSaid(slots, dimension)
    if (fact !== undefined) known.set(name, fact)
    if (dimension === undefined || dimension.type !== 'number' || dimension.source === 'place' || known.has(name)) continue
    const match = measureOf(book, loaded, dimension, [...free], slots) ?? onlyMeasure(book, loaded, dimension, slots)
    const minutes = minutesOfClass(slots, book)
    if (match === undefined && minutes !== undefined && dimension.unit === 'min') known.set(name, minutes)
    if (match === undefined) continue
    free.delete(match)
    if (judged !== undefined && isNamedBy(match, dimension) && !isNamedBy(judged, dimension)) rivals.delete(match)
    if (judged !== undefined && !isTold(match, dimension, { judged, names: namesOf(book, loaded) }))
      guessed.push({ dimension, quantity: match.quantity })
    known.set(name, valueInUnitOf(match.quantity, dimension, book))
  }
  // Things that are counted are a pure number to the rule; beside them a bare number counts others, and may be to judge too. So may one with decimals.
  const isCounted = loaded.rule.unit === '1' && countedKinds.has(judged?.quantity.unit?.kind ?? '')
  const { written } = namesOf(book, loaded)
  // `A 50 Pa` says which quantity it is.
  const isOfName = ({ text, unit }: Quantity): boolean => unit !== undefined && written.includes(`${text} ${unit.text}`)
  const unread = [...free].filter(
    ({ quantity }) => (quantity.unit !== undefined || isCounted || quantity.text.includes('.')) && !quantity.isWord && !isOfName(quantity),
  )
  const isPure = isCounted || isDegrees(judged?.quantity.unit, book.units.parse(loaded.rule.unit))
  const meant =
    judged === undefined || judged.quantity.unit !== undefined ? [] : unitsMeant(book, loaded, judged.quantity.text, farFrom(book, loaded, known))
  const said = judged?.quantity.unit === undefined ? undefined : likeUnit(book.units, judged.quantity.unit, loaded.rule.unit)
  const unit = isPure ? undefined : (said ?? meant[0])
  const isSaid = judged?.quantity.unit !== undefined || meant.length === 1
  const value = judged === undefined || !isSaid ? undefined : { text: judged.quantity.text, unit }
  return { value, meant: isPure ? [] : meant, quantity: judged, rivals: [...rivals], known, guessed, unread }
}

/** The minutes of the one class of fire resistance that a question names: `REI 120`. */
function minutesOfClass({ classes }: Slots, { scales }: Book): Exact | undefined {
  const times = [...scales.values()].find(({ kind }) => kind === 'fire_resistance')?.classes ?? []
  const [only, second] = classes.flatMap((text) => readFire(text, times)?.minutes ?? [])
  return only === undefined || second !== undefined ? undefined : parseDecimal(only)
}

/** The quantity that a rule judges: of those whose unit is the rule's, the one with most of the rule's words around it. */
function judgedQuantity(
  book: Book,
  loaded: LoadedRule,
  stated: Known,
  slots: Slots,
): { readonly judged: FreeQuantity | undefined; readonly rivals: Set<FreeQuantity> } {
  const { rule, uses } = loaded
  if (!slots.judges || !comparedKinds.has(rule.kind)) return { judged: undefined, rivals: new Set() }
  const names = namesOf(book, loaded)
  const offered = [...slots.unassigned, ...slots.assigned.filter(({ states = [] }) => !states.some((name) => uses.has(name)))]
  const inUnit = offered.filter((one) => canBeJudged(book, loaded, names, one, slots))
  const others = inUnit.filter((one) => !isOfCase(book, names, one))
  const free = others.filter(({ states }) => states === undefined)
  const kept = inUnit.filter((one) => one.isKept)
  const fitting = kept.length > 0 ? kept : free.length > 0 ? free : others.length > 0 ? others : inUnit
  const distance = farFrom(book, loaded, stated)
  const score = ({ around, quantity }: FreeQuantity): number =>
    nearness(around, names.measure) +
    nearness(around, names.thing.difference(names.measure)) / 2 -
    Math.max(0, ...names.conditions.map((one) => nearness(around, one.names))) / 2 -
    worthOfSize * distance(quantity)
  const judged = clearBest(fitting, score, clearLead)
  const isSure = clearBest(fitting, score, sureLead) !== undefined
  return { judged, rivals: new Set(isSure ? [] : fitting.filter((one) => one !== judged)) }
}

/** True if a quantity can be what a rule judges, by its unit or, without one, by what it counts or stands beside. */
function canBeJudged(
  book: Book,
  { rule }: LoadedRule,
  names: RuleNames,
  { quantity, around, counts = '', isOfParameter, magnitude, isKept }: FreeQuantity,
  slots: Slots,
): boolean {
  const { unit, isWord } = quantity
  const own = book.units.parse(rule.unit)
  if (isKept) return (rule.unit === '1' || countedKinds.has(own?.kind ?? '')) && isOfKept(names, counts || unit?.text)
  const isCounted = (): boolean => rule.unit === '1' && saysCounted(names, counts, slots.words)
  if (isWord) return isCounted()
  if (magnitude !== undefined && names.magnitudes.size > 0 && !names.magnitudes.has(magnitude)) return false
  const [noun] = countedKinds.has(unit?.kind ?? '') ? stems(unit?.text ?? '') : []
  if (noun !== undefined) {
    const isHead = names.quantityNames.some(([first]) => first === noun)
    // `3 plantas` are no `Accesos por planta`, nor `Plantas por encima de la de salida`, which only those words name.
    if (own?.kind === '1') return names.all.has(noun) && (isHead || !names.quantity.has(noun))
    if (isHead && !saysCounted(names, noun, slots.words)) return false
  }
  if (unit !== undefined) return likeUnit(book.units, unit, rule.unit).kind === own?.kind || isDegrees(unit, own)
  const isNamed = slots.parameters.some(({ id }) => id === rule.parameter)
  if (isOfParameter) return isNamed
  return isCounted() || (own?.kind === '1' && isNamed && !names.quantity.has(counts) && nearness(around, names.quantity) > 0)
}

/** True for a number that states the case instead of the value: it stands beside the name of a condition, and not of the quantity (`65 cm de diámetro`). */
function isOfCase(book: Book, { apart, ofCase, all, conditions }: RuleNames, { around, quantity }: FreeQuantity): boolean {
  const isBeside = (words: ReadonlySet<string>): boolean => [...words].some((word) => (around.get(word) ?? 0) >= 1)
  return (
    !isBeside(apart.difference(ofCase)) &&
    conditions.some(({ dimension, names }) => canMeasure(quantity, dimension, book) && isBeside(names.difference(all)))
  )
}

/** Kinds of rules that a value of a question is held against: only a limit judges it. */
const comparedKinds: ReadonlySet<string> = new Set(['limit', 'threshold', 'orientative'])

/** True for degrees, which may be of an angle, where a rule limits a temperature: `26 grados`. */
function isDegrees(unit: Unit | undefined, own: Unit | undefined): boolean {
  return unit?.text === '°' && own?.kind === 'celsius'
}

/** What it counts for a quantity to have another size than the limit: people ask about values near it. */
const worthOfSize = 1

/** How many powers of ten a quantity is away from the nearest bound of a rule, or from the mildest that it can be, at most two; 0 where that is not known. */
export function farFrom(book: Book, loaded: LoadedRule, known: Known): (quantity: Pick<Quantity, 'text' | 'unit'>) => number {
  const limits = limitsOf(loaded, known, book.dimensions)
  const own = book.units.parse(loaded.rule.unit)
  const open = () => boundsRegardless(loaded, known, book.dimensions)?.bounds ?? sureBounds(loaded, known, book.dimensions)?.mildest ?? []
  const bounds = limits.kind === 'bounds' ? limits.bounds : open()
  const sizes = bounds.flatMap(({ limit }) => (typeof limit === 'string' ? [] : [toNumber(limit)]))
  return ({ text, unit: said }) => {
    const unit = said === undefined ? undefined : likeUnit(book.units, said, loaded.rule.unit)
    if (own === undefined || (unit !== undefined && unit.kind !== own.kind)) return 0
    const value = toNumber(unit === undefined ? parseDecimal(text) : convert(parseDecimal(text), unit, own))
    const far = sizes.map((size) => (size > 0 && value > 0 ? Math.abs(Math.log10(value / size)) : 0))
    return far.length === 0 ? 0 : Math.min(2, ...far)
  }
}

/** True if a quantity is told from the one to judge: each stands beside its own name, or the one says which of the lengths it is (`180 mm de canto`). */
function isTold(one: FreeQuantity, dimension: Dimension, { judged, names }: { readonly judged: FreeQuantity; readonly names: RuleNames }): boolean {
  const words = wordsOf(dimension)
  const isBeside = ({ around }: FreeQuantity, own: ReadonlySet<string>): boolean => [...own].some((word) => (around.get(word) ?? 0) >= 1)
  const { magnitude } = one
  if (magnitude !== undefined && magnitude !== judged.magnitude && magnitudesIn(words).includes(magnitude)) return true
  return isBeside(one, new Set([...words].filter((word) => !magnitudeWords.has(word)))) && isBeside(judged, names.all)
}

/** True if the words around a quantity name a dimension by more than its kind of measure. */
function isNamedBy({ around }: FreeQuantity, dimension: Dimension): boolean {
  return nearness(around, new Set([...wordsOf(dimension)].filter((name) => !magnitudeWords.has(name)))) > 0
}

/**
 * The quantity that states a dimension: its unit fits, and its words name it; or it is the only one of that kind, which the rule does not
 * have.
 */
function measureOf(
  book: Book,
  { rule }: LoadedRule,
  dimension: Dimension,
  free: readonly FreeQuantity[],
  { judges }: Slots,
): FreeQuantity | undefined {
  const own = book.units.parse(rule.unit)
  const names = wordsOf(dimension)
  const fitting = free.filter(({ quantity }) => canMeasure(quantity, dimension, book))
  const specific = new Set([...names].filter((name) => !magnitudeWords.has(name)))
  const telling = specific.size > 0 ? specific : names
  const named = fitting.filter(({ around }) => nearness(around, telling) > 0)
  if (named.length > 0) return clearBest(named, ({ around }) => nearness(around, names))
  // A verdict hangs on no height or width that only the unit tells: `30 m` to the door are none.
  const sizes = magnitudesIn(names)
  if (judges && sizes.length > 0 && !sizes.includes('longitud')) return undefined
  const others = fitting.filter(
    ({ quantity: { unit } }) =>
      unit !== undefined && dimension.unit !== undefined && unit.kind !== own?.kind && (unit.kind !== '1' || unit.text === '%'),
  )
  return others.length === 1 ? others[0] : undefined
}

/** By how much the words around the quantity to judge must be nearer to the rule's than those around any other. */
const clearLead = 0.5
/** By how much for nobody to doubt it. */
const sureLead = 1.5

/** The one with the highest score; undefined if another comes near, because a guess would judge the wrong value. */
function clearBest(all: readonly FreeQuantity[], score: (one: FreeQuantity) => number, lead = Number.MIN_VALUE): FreeQuantity | undefined {
  const [first, second] = all.map((one) => ({ one, score: score(one) })).sort((left, right) => right.score - left.score)
  return first === undefined || (second !== undefined && first.score - second.score < lead) ? undefined : first.one
}

/** The only quantity of a question for a figure, if it can measure this condition of the rule and no other. */
function onlyMeasure(book: Book, { uses }: LoadedRule, dimension: Dimension, { judges, unassigned }: Slots): FreeQuantity | undefined {
  const [only, second] = unassigned.filter(({ quantity: { unit } }) => unit !== undefined)
  if (judges || only === undefined || second !== undefined || dimension.unit === undefined || !canMeasure(only.quantity, dimension, book))
    return undefined
  const others = [...uses].filter((name) => {
    const other = book.dimensions.byId.get(name)
    return name !== dimension.id && other?.type === 'number' && other.source === 'context' && canMeasure(only.quantity, other, book)
  })
  return others.length === 0 ? only : undefined
}

/** How near the words of a name stand to a quantity, together. */
function nearness(around: ReadonlyMap<string, number>, names: ReadonlySet<string>): number {
  let sum = 0
  for (const [word, near] of around) if (names.has(word)) sum += near
  return sum
}
