import Fraction from 'fraction.js'
import { readZone } from '../engine/climate.ts'
import { type Exact, parseDecimal } from '../engine/decimal.ts'
import type { Dimension, Element, Parameter } from '../engine/schema.ts'
import { convert, type Unit, type Units } from '../engine/unit.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import { type AskedTerm, askedTerms } from './asked-terms.ts'
import { type Match, type PhraseBook, phrasesFrom, type Word, wordsOf } from './phrases.ts'
import { type PlaceFound, type PlaceReading, placeReader, type Span as TextSpan } from './places.ts'
import { type Quantity, quantitiesIn } from './quantities.ts'

/** What a question names, in the base's own terms. */
export interface Slots {
  /** Those named by words of their own: `carga` in `carga de nieve` names none, nor does `vivienda` where it says the use. */
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly terms: readonly AskedTerm[]
  /** Conditions of the case, ready to compare. */
  readonly known: ReadonlyMap<string, Exact | string>
  /** Conditions that the question states with two values: the other one of each. No figure may rest on them. */
  readonly contested: ReadonlyMap<string, Exact | string>
  /** A value to be judged, where the question asks whether it complies. Without a unit (`U 0,40`) it is in that of the rule. */
  readonly value: { readonly text: string; readonly unit: Unit | undefined } | undefined
  /** The first number of the question that may be thousands or decimals. */
  readonly unclear: Quantity['unclear']
  /** Quantities that no condition has taken, with the words around each. */
  readonly loose: readonly { readonly quantity: Quantity; readonly around: ReadonlySet<string> }[]
  /** Winter letter alone (`zona D`), where no whole zone is given. */
  readonly winter: string | undefined
  /** The side asked for: `como mucho`, `al menos`. */
  readonly side: 'max' | 'min' | undefined
  /** The unit asked for (`cuántos litros por segundo`). */
  readonly unit: Unit | undefined
  /** `a partir de cuánto`, `cuándo es obligatorio`: a threshold, not a limit. */
  readonly asksThreshold: boolean
  /** `qué hay que poner`, `cómo se…`: measures, not a figure. */
  readonly asksMeasures: boolean
  /** The place that the question names. */
  readonly place: PlaceReading
  /** Words spent on place, numbers and conditions: they do not count against a passage that lacks them. */
  readonly spent: ReadonlySet<number>
  readonly words: readonly Word[]
}

/** Reads the slots of questions against a base; its phrase books are built once. */
export interface SlotReader {
  read(question: string): Slots
}

const maximum = /\b(m[aá]xim[oa]s?|como mucho|a lo sumo|tope|l[ií]mite superior|no (?:puede )?superar?|m[aà]xim[ao]?)\b/i
const minimum = /\b(m[ií]nim[oa]s?|al menos|como m[ií]nimo|por lo menos|m[ií]nima?)\b/i
const threshold =
  /(a partir de|desde (?:cu[aá]nt|qu[eé])|cu[aá]ndo (?:hace falta|es obligatori|hay que|se exige|tengo que|es necesari)|es obligatori|hace falta)/i
const measures =
  /(qu[eé] (?:hay que|tengo que|debo|se debe|hace falta) (?:poner|hacer|colocar|instalar)|\bcómo\b|^como\b|\bqui[eé]n|qu[eé] (?:se entiende|significa|es un|contiene|documentaci[oó]n))/i
const compliance = /\b(cumpl|vale\b|sirve|suficiente|correct|v[aá]lid|legal|me dejan|puedo|admit)/i
/** Builds the reader of a base: phrase books of its terms, and the names of its municipalities. */
export function slotReader(kb: KnowledgeBase): SlotReader {
  const { elements, parameters, dimensions, units } = kb.book
  const named = (term: Element | Parameter): string[] => [
    term.id,
    term.label,
    ...term.aliases,
    ...('symbols' in term ? term.symbols : []),
    ...(term.en === undefined ? [] : [term.en]),
  ]
  const elementPhrases = phrasesFrom([...elements.byId.values()].map((term) => [term, named(term)] as const))
  const parameterPhrases = phrasesFrom([...parameters.byId.values()].map((term) => [term, named(term)] as const))
  const asked = [...dimensions.byId.values()].filter(({ source }) => source === 'context')
  const valuePhrases: PhraseBook<{ dimension: Dimension; value: string }> = phrasesFrom(
    asked
      .filter(({ type }) => type === 'enum')
      .flatMap((dimension) =>
        dimension.values.map(({ id, label, aliases }) => [{ dimension, value: id }, [id, label, ...aliases].filter(isTelling)] as const),
      ),
  )
  const numberPhrases = phrasesFrom(
    asked
      .filter(({ type }) => type === 'number')
      .map((dimension) => [dimension, [dimension.label, dimension.id.replace(/_(m2|m3|m|cm|mm|kw|w|g)$/, ''), ...dimension.aliases]] as const),
  )
  const places = placeReader(kb)
  const isTerm = (name: string): boolean =>
    elements.named(name).length > 0 || parameters.named(name).length > 0 || kb.index.terms(name).some(({ weight }) => weight === 1)
  const placeOf = (question: string): PlaceFound => {
    const words = wordsOf(question)
    const named = [...elementPhrases.find(words), ...parameterPhrases.find(words)].map((match) => textSpan(match, words))
    return places.read(question, named, isTerm)
  }

  return {
    read(original) {
      const place = placeOf(original.normalize('NFC'))
      const { question, spans } = expandAround(original.normalize('NFC'), place.spans, kb.abbreviations)
      const words = wordsOf(question)
      const spent = new Set<number>()
      const spend = (from: number, to: number): void => {
        for (let position = from; position <= to; position++) spent.add(position)
      }
      const known = new Map<string, Exact | string>()
      const contested = new Map<string, Exact | string>()
      const state = (dimension: string, value: Exact | string): void => {
        const agreed = narrower(known.get(dimension) ?? value, value, (one) => dimensions.widened(dimension, one))
        if (agreed === undefined) contested.set(dimension, value)
        else known.set(dimension, agreed)
      }
      const quantities = quantitiesIn(question, units)
      const used = new Set<Quantity>()
      for (const match of numberPhrases.find(words)) {
        const near = nearestQuantity(
          match,
          words,
          quantities.filter((quantity) => !used.has(quantity) && !quantity.isWord),
          (quantity) => fits(quantity, match.term, kb.book),
        )
        if (near === undefined) continue
        used.add(near)
        state(match.term.id, inUnit(near, match.term, kb.book))
        spend(match.from, match.to)
      }
      const [elementMatches, parameterMatches, valueMatches] = [elementPhrases.find(words), parameterPhrases.find(words), valuePhrases.find(words)]
      for (const { term, from, to } of valueMatches) {
        state(term.dimension.id, term.value)
        const isTerm = [...elementMatches, ...parameterMatches].some((match) => overlap(match, { from, to }))
        if (!isTerm) spend(from, to)
      }
      for (const [position, word] of words.entries())
        if (quantities.some(({ start, end }) => word.start >= start && word.start < end)) spent.add(position)
      for (const [position, word] of words.entries()) if (spans.some(({ start, end }) => word.start >= start && word.start < end)) spent.add(position)
      const zone = /\bzona(?:\s+clim[aá]tica)?(?:\s+de\s+invierno)?\s+(α|alfa|alpha|[A-Ea-e])\s?([1-4])?(?![\p{L}\d])/u.exec(question)
      const whole = zone?.[1] !== undefined && zone[2] !== undefined ? readZone(`${zone[1]}${zone[2]}`) : undefined
      if (whole !== undefined) known.set('climate_zone', whole)
      if (zone !== null)
        for (const [position, word] of words.entries()) if (word.start >= zone.index && word.start < zone.index + zone[0].length) spent.add(position)
      const free = quantities.filter((quantity) => !used.has(quantity))
      const judged = compliance.test(question) ? valueToJudge(free, parameterMatches, words, units) : undefined
      return {
        elements: unique(
          elementMatches.filter(
            (match) => !valueMatches.some((value) => overlap(match, value)) && !parameterMatches.some((parameter) => isWithin(match, parameter)),
          ),
        ),
        parameters: unique(parameterMatches),
        terms: askedTerms(words, spent, { elements: elementMatches, parameters: parameterMatches, conditions: valueMatches }, kb),
        known,
        contested,
        value: judged === undefined ? undefined : { text: judged.text, unit: judged.unit },
        unclear: quantities.find(({ unclear }) => unclear !== undefined)?.unclear,
        loose: free.filter((quantity) => quantity !== judged).map((quantity) => ({ quantity, around: wordsAround(quantity, words) })),
        winter: whole === undefined && zone?.[1] !== undefined ? readZone(`${zone[1]}1`)?.slice(0, -1) : undefined,
        side: sideOf(question),
        unit: unitAsked(question, kb),
        asksThreshold: threshold.test(question),
        asksMeasures: measures.test(question),
        place: place.reading,
        spent,
        words,
      }
    },
  }
}

/** The one side that a question asks for; none where it asks for both. */
function sideOf(question: string): Slots['side'] {
  const [isMaximum, isMinimum] = [maximum.test(question), minimum.test(question)]
  return isMaximum === isMinimum ? undefined : isMaximum ? 'max' : 'min'
}

/** The value that both statements of a condition mean: the same one, or the narrower (`vivienda unifamiliar` is a `vivienda`). `undefined` where they differ. */
function narrower(one: Exact | string, other: Exact | string, widened: (value: string) => readonly string[]): Exact | string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return String(one) === String(other) ? one : undefined
  if (widened(one).includes(other)) return one
  return widened(other).includes(one) ? other : undefined
}

/** The quantity that measures a parameter of the question; else one right behind its name or symbol (`U 0,40`); else the first with a unit. */
function valueToJudge(
  free: readonly Quantity[],
  parameters: readonly Match<Parameter>[],
  words: readonly Word[],
  units: Units,
): Quantity | undefined {
  const kinds = new Set(parameters.flatMap(({ term }) => (term.unit === undefined ? [] : (units.parse(term.unit)?.kind ?? []))))
  const isBehind = ({ start }: Quantity): boolean =>
    parameters.some(({ to }) => words.slice(to + 1, to + 3).some((word) => word.start <= start && start < word.start + word.text.length))
  return (
    free.find(({ unit }) => unit !== undefined && kinds.has(unit.kind)) ??
    free.find((quantity) => quantity.unit === undefined && isBehind(quantity)) ??
    free.find(({ unit }) => unit !== undefined && unit.kind !== '1')
  )
}

/** Whether a name tells a condition by itself: a single letter or figure, or a word such as "otros", may mean anything. */
function isTelling(name: string): boolean {
  const words = stems(name.replace(/[_-]/g, ' '))
  return words.some((word) => /^[a-z]{3,}$/.test(word) && !vague.has(word))
}
const vague = new Set(stems('otros otro resto total parcial general normal local tipo clase primaria zona uno única'))

/** Abbreviations written out, but for those within names of places (`Alt Àneu`); with where those names then stand. */
function expandAround(question: string, names: readonly TextSpan[], abbreviations: ReadonlyMap<string, string>) {
  let [text, after] = ['', 0]
  const spans: TextSpan[] = []
  for (const { start, end } of names) {
    text += expand(question.slice(after, start), abbreviations)
    spans.push({ start: text.length, end: text.length + end - start })
    text += question.slice(start, end)
    after = end
  }
  return { question: text + expand(question.slice(after), abbreviations), spans }
}

/** Abbreviations written out: `viv.` → `vivienda`. */
function expand(question: string, abbreviations: ReadonlyMap<string, string>): string {
  let text = question
  for (const [short, long] of abbreviations) {
    if (short.includes(' ') || short.endsWith('/'))
      text = text.replace(
        new RegExp(`(?<![\\p{L}])${short}${short.endsWith('/') ? '' : '(?![\\p{L}])'}`, 'giu'),
        `${long}${short.endsWith('/') ? ' ' : ''}`,
      )
  }
  return text.replace(/[\p{L}]+\.?/gu, (word) => abbreviations.get(word.replace(/\.$/, '').toLowerCase()) ?? word)
}

type Span = Pick<Match<unknown>, 'from' | 'to'>

function overlap(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to
}

/** Where a match stands in its question. */
function textSpan({ from, to }: Span, words: readonly Word[]): TextSpan {
  const last = words[to]
  return { start: words[from]?.start ?? 0, end: (last?.start ?? 0) + (last?.text.length ?? 0) }
}

/** Whether a match lies inside a longer one. */
function isWithin(inner: Span, outer: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from
}

function unique<T>(matches: readonly Match<T>[]): T[] {
  return [...new Set(matches.map(({ term }) => term))]
}

const farthest = 4

/** The index forms of the words near a quantity. */
function wordsAround({ start, end, isWord }: Quantity, words: readonly Word[]): Set<string> {
  const [first, last] = [words.findIndex((word) => word.start >= start), words.findLastIndex((word) => word.start < end)]
  return new Set(
    (isWord ? words.slice(last + 1, last + 2) : words.slice(Math.max(0, first - farthest), last + 1 + farthest)).flatMap(({ stem }) => stem ?? []),
  )
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
    .filter(({ distance }) => distance <= farthest)
    .sort((left, right) => left.distance - right.distance)[0]?.quantity
}

/** Whether a quantity can be the value of a dimension: its unit measures it. */
export function fits({ unit }: Quantity, dimension: Dimension, { units }: { readonly units: Units }): boolean {
  const own = dimension.unit === undefined ? undefined : units.parse(dimension.unit)
  return unit === undefined || own === undefined || unit.kind === own.kind
}

/** A hair's breadth: enough to fall on the right side of a bound that a question names with "less than". */
const hair = new Fraction(1, 1_000_000)

/** A quantity in the unit of a dimension; a hair less or more where the question says so. */
export function inUnit({ text, unit, sense }: Quantity, dimension: Dimension, { units }: { readonly units: Units }): Exact {
  const own = dimension.unit === undefined ? undefined : units.parse(dimension.unit)
  const value = unit === undefined || own === undefined ? parseDecimal(text) : convert(parseDecimal(text), unit, own)
  return sense === 'below' ? value.sub(hair) : sense === 'above' ? value.add(hair) : value
}

/** `¿cuántos litros por segundo…?`, `cuántos cm`: the unit that the answer must have. */
function unitAsked(question: string, { book }: KnowledgeBase): Unit | undefined {
  for (const [, text = ''] of question.matchAll(/cu[aá]nt[oa]s\s+([^\s?¿]+)/giu)) {
    const unit = book.units.parse(text)
    if (unit !== undefined && unit.kind !== '1') return unit
  }
  return undefined
}
