import type { Book } from '../engine/book.ts'
import { readZone } from '../engine/climate.ts'
import type { Exact } from '../engine/decimal.ts'
import { type Quantity, quantitiesIn, unitAtStart } from '../engine/quantities.ts'
import type { Element, Parameter } from '../engine/schema.ts'
import { countedKinds, type Unit, type Units } from '../engine/unit.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { type Asking, askingOf } from './asking.ts'
import { asksForSeveral } from './asks-for-several.ts'
import { conditionReader } from './conditions.ts'
import { focusOf } from './focus.ts'
import { isKept } from './kept-for.ts'
import { type Magnitude, magnitudeAsked, sizeAskedIn } from './magnitudes.ts'
import { asksIntervals, measuredIn } from './measured.ts'
import { classesIn, describedQuantity } from './near-quantity.ts'
import { type Match, phraseIndex, type Word, wordsOf } from './phrase-index.ts'
import { type PlaceFound, type PlaceReading, placeReader, type Span as TextSpan } from './places.ts'
import { sizesSpelledOut } from './site-notation.ts'

/** The parts of a question in terms of the knowledge base: elements, parameters, conditions, values, place. */
export interface Slots extends Asking {
  /** Elements with words of their own. `carga` in `carga de nieve` is part of a parameter, `vivienda` may be a use: neither counts. */
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  /** Conditions of the case, in the units of their dimensions. */
  readonly known: ReadonlyMap<string, Exact | string>
  /** The values of each condition that the question states with several: `administrativo o docente`. None of them is known. */
  readonly several: ReadonlyMap<string, readonly (Exact | string)[]>
  /** The value to check, if the question asks for a verdict, as far as the question alone tells. One without a unit (`U 0,40`) has that of the rule. */
  readonly value: { readonly text: string; readonly unit: Unit | undefined } | undefined
  /** Classes that the question names: `EI 90`, `B-s1,d0`, `clase 3`. */
  readonly classes: readonly string[]
  /** The first number of the question with an ambiguous point (`3.000`). */
  readonly unclear: Quantity['unclear']
  /** Quantities that a condition has taken: a rule that does not use the condition may judge them. */
  readonly assigned: readonly FreeQuantity[]
  /** Quantities not assigned to a condition, with the words around each. */
  readonly unassigned: readonly FreeQuantity[]
  /** Winter letter (`zona D`), if no complete climate zone is given. */
  readonly winter: string | undefined
  /** The unit asked for: `cuántos litros por segundo`. */
  readonly unit: Unit | undefined
  /** The kind of length asked for: `cuántos centímetros de grosor`. */
  readonly magnitude: Magnitude | undefined
  /** The kind of length that a question for a figure names: `qué altura`, `ancho de los pasillos`. */
  readonly size: Magnitude | undefined
  /** The kinds of units in which what it asks for is measured: `qué presión`. */
  readonly measuredIn: ReadonlySet<string> | undefined
  /** The index terms of a last sentence without numbers: `¿Correcto de tensión?`. */
  readonly focus: ReadonlySet<string>
  /** True for a number of things: `cuántos extintores`, and not `cuántos metros`. */
  readonly asksCount: boolean
  /** True if the question asks for several things: two question words, or several quantities. */
  readonly asksSeveral: boolean
  /** The place that the question names. */
  readonly place: PlaceReading
  /** Positions of the words that name the place, numbers and conditions. A passage need not contain them. */
  readonly usedWords: ReadonlySet<number>
  /** Positions of the words that name the place. */
  readonly placeWords: ReadonlySet<number>
  readonly words: readonly Word[]
  /** The question with what is abbreviated written out: the positions of words and quantities are in it. */
  readonly text: string
}

/** A quantity of a question. */
export interface FreeQuantity {
  readonly quantity: Quantity
  /** Index terms of the words of its clause near it, each with its nearness: 1 beside the quantity, 1/2 a word further, … */
  readonly around: ReadonlyMap<string, number>
  /** Index terms of the words of its sentence. */
  readonly sentence: ReadonlySet<string>
  /** The kind of length that the words beside it say it is: `18 cm de alto`. */
  readonly magnitude: Magnitude | undefined
  /** The conditions that it states by their common name (`18 % de pendiente`); undefined for a quantity that no condition has taken. */
  readonly states: readonly string[] | undefined
  /** Index term of the word right behind it, which a bare number counts: `14 peldaños`. */
  readonly counts: string | undefined
  /** True if it stands beside the name or symbol of a parameter: `U 0,40`, `altura de la barandilla 0,95`, `0,95 de altura`. */
  readonly isOfParameter: boolean
  /** True for a number of things that are kept for somebody: `4 reservadas`. */
  readonly isKept: boolean
}

/** Reads the slots of questions. */
export interface SlotReader {
  read(question: string): Slots
}

/** Builds the reader of a knowledge base, with indexes of its terms and place names. */
export function slotReader(kb: KnowledgeBase): SlotReader {
  const { elements, parameters, units } = kb.book
  const named = (term: Element | Parameter): string[] => [
    term.id,
    term.label,
    ...term.aliases,
    ...('symbols' in term ? term.symbols : []),
    ...(term.en === undefined ? [] : [term.en]),
  ]
  const elementPhrases = phraseIndex([...elements.byId.values()].map((term) => [term, named(term)] as const))
  const parameterPhrases = phraseIndex([...parameters.byId.values()].map((term) => [term, named(term)] as const))
  const conditions = conditionReader(kb)
  const places = placeReader(kb)
  const kindsAsked = measuredIn(kb.book)
  const isTerm = (name: string): boolean => elements.named(name).length > 0 || parameters.named(name).length > 0 || kb.index.hasWordOf(name)
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
      const asks = askingOf(question)
      const [elementMatches, parameterMatches] = [elementPhrases.find(words), parameterPhrases.find(words)]
      const classes = classesIn(question)
      const measured = quantitiesIn(question, units).filter(({ start, end }) => !classes.some((one) => one.start <= start && end <= one.end + 1))
      const quantities = withoutNames(measured, [...elementMatches, ...parameterMatches], words)
      const { known, several, taken, usedWords } = conditions.read({ words, quantities, terms: [...elementMatches, ...parameterMatches], asks })
      for (const [position, word] of words.entries())
        if (quantities.some(({ start, end }) => word.start >= start && word.start < end)) usedWords.add(position)
      const placeWords = new Set(
        words.flatMap((word, position) => (spans.some(({ start, end }) => word.start >= start && word.start < end) ? [position] : [])),
      )
      for (const position of placeWords) usedWords.add(position)
      const zone = /\bzona(?:\s+clim[aá]tica)?(?:\s+de\s+invierno)?\s+(α|alfa|alpha|[A-Ea-e])\s?([1-4])?(?![\p{L}\d])/u.exec(question)
      const whole = zone?.[1] !== undefined && zone[2] !== undefined ? readZone(`${zone[1]}${zone[2]}`) : undefined
      if (whole !== undefined) known.set('climate_zone', whole)
      if (zone !== null)
        for (const [position, word] of words.entries())
          if (word.start >= zone.index && word.start < zone.index + zone[0].length) usedWords.add(position)
      const free = quantities.filter((quantity) => !taken.has(quantity))
      const { judges } = asks
      const described = (quantity: Quantity): FreeQuantity => ({
        quantity,
        ...describedQuantity(quantity, words, question),
        states: taken.get(quantity),
        counts: words[words.findLastIndex(({ start }) => start < quantity.end) + 1]?.stem,
        isOfParameter: isBehind(quantity, parameterMatches, words, elementMatches) || isBefore(quantity, parameterMatches, words),
        isKept: isKept(quantity, words),
      })
      const asked = unitAsked(question, kb)
      const judged = judges ? valueToJudge(free, parameterMatches, words, units) : undefined
      return {
        elements: unique(thingsIn(kb.book, elementMatches, parameterMatches)),
        parameters: unique(parameterMatches),
        known,
        several,
        value: judged === undefined ? undefined : { text: judged.text, unit: judged.unit },
        ...asks,
        unclear: quantities.find(({ unclear }) => unclear !== undefined)?.unclear,
        classes: classes.map(({ text }) => text),
        assigned: [...taken.keys()].map(described),
        unassigned: free.map(described),
        winter: whole === undefined && zone?.[1] !== undefined ? readZone(`${zone[1]}1`)?.slice(0, -1) : undefined,
        unit: asked,
        magnitude: magnitudeAsked(question),
        measuredIn: judges || (asksForSeveral(question) && !asksIntervals(question)) ? undefined : kindsAsked(question),
        size:
          judges || asksForSeveral(question)
            ? undefined
            : sizeAskedIn(
                question,
                words.filter((_, position) => !usedWords.has(position)),
              ),
        focus: focusOf(question, words),
        asksCount: /cu[aá]nt[oa]s\s+\p{L}{3}/iu.test(question) && (asked === undefined || countedKinds.has(asked.kind)),
        asksSeveral: asksForSeveral(question) || (judges && free.filter(({ unit }) => unit !== undefined).length > 1),
        place: place.reading,
        usedWords,
        placeWords,
        words,
        text: question,
      }
    },
  }
}

/**
 * The things that a question names: those outside the names of quantities; if there are none, those that have the quantity whose name they are in (`altura de
 * barandilla`, and no door in `puerta soplante`).
 */
function thingsIn({ elements, ruleIndex }: Book, found: readonly Match<Element>[], parameters: readonly Match<Parameter>[]): Match<Element>[] {
  const around = (match: Match<Element>) => parameters.filter((parameter) => isWithin(match, parameter))
  const apart = found.filter((match) => around(match).length === 0)
  if (apart.length > 0) return apart
  return found.filter((match) =>
    around(match).some(({ term }) => elements.boundBy(match.term.id).some((wider) => ruleIndex.has(`${wider}|${term.id}`))),
  )
}

/** The quantity whose unit fits a parameter of the question; else the one right after a parameter's name or symbol (`U 0,40`); else the first with a unit. */
function valueToJudge(
  free: readonly Quantity[],
  parameters: readonly Match<Parameter>[],
  words: readonly Word[],
  units: Units,
): Quantity | undefined {
  const kinds = new Set(parameters.flatMap(({ term }) => (term.unit === undefined ? [] : (units.parse(term.unit)?.kind ?? []))))
  return (
    free.find(({ unit }) => unit !== undefined && kinds.has(unit.kind)) ??
    free.find((quantity) => quantity.unit === undefined && isBehind(quantity, parameters, words)) ??
    free.find(({ unit }) => unit !== undefined && unit.kind !== '1')
  )
}

/** The quantities of a question without those that are words of a name, if another has the same unit: `programa de 3 años cada 2 años`. */
function withoutNames(quantities: readonly Quantity[], names: readonly Span[], words: readonly Word[]): readonly Quantity[] {
  const spans = names.filter(({ from, to }) => to > from).map((name) => textSpan(name, words))
  const isInName = ({ start, end }: Quantity): boolean => spans.some((span) => span.start <= start && end <= span.end)
  return quantities.filter((one) => !isInName(one) || !quantities.some((other) => other.unit?.kind === one.unit?.kind && !isInName(other)))
}

/** Most words from the name of a parameter to its value, with what it is of: `altura de la barandilla de 0,95`. */
const mostToValue = 6

/** True if a quantity follows the name or symbol of a parameter, or that of what the parameter is of. */
function isBehind(
  { start }: Quantity,
  parameters: readonly Match<Parameter>[],
  words: readonly Word[],
  elements: readonly Match<Element>[] = [],
): boolean {
  const position = words.findIndex((word) => word.start <= start && start < word.start + word.text.length)
  return parameters.some(({ to }) => {
    if (position > to && position < to + 3) return true
    const between = words.slice(to + 1, position)
    const isBetween = position > to && between.length <= mostToValue
    return isBetween && between.every(({ stem }, index) => stem === undefined || elements.some((match) => isInside(to + 1 + index, match)))
  })
}

/** True if the name of a parameter follows a quantity with `de`: `0,95 de altura`. */
function isBefore({ start }: Quantity, parameters: readonly Match<Parameter>[], words: readonly Word[]): boolean {
  const position = words.findIndex((word) => word.start <= start && start < word.start + word.text.length)
  return words[position + 1]?.folded === 'de' && parameters.some(({ from }) => from === position + 2)
}

function isInside(position: number, { from, to }: Span): boolean {
  return from <= position && position <= to
}

/** Expands abbreviations and sizes of the building site except inside place names (`Alt Àneu`), and returns the new positions of those names. */
function expandAround(question: string, names: readonly TextSpan[], abbreviations: ReadonlyMap<string, string>) {
  const written = (part: string): string => expand(sizesSpelledOut(part, question), abbreviations)
  let [text, after] = ['', 0]
  const spans: TextSpan[] = []
  for (const { start, end } of names) {
    text += written(question.slice(after, start))
    spans.push({ start: text.length, end: text.length + end - start })
    text += question.slice(start, end)
    after = end
  }
  return { question: text + written(question.slice(after)), spans }
}

/** Expands abbreviations: `viv.` → `vivienda`. */
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

/** The position of a match in the text of its question. */
function textSpan({ from, to }: Span, words: readonly Word[]): TextSpan {
  return { start: words[from]?.start ?? 0, end: (words[to]?.start ?? 0) + (words[to]?.text.length ?? 0) }
}

/** True if a match lies inside a longer one. */
function isWithin(inner: Span, outer: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from
}

function unique<T>(matches: readonly Match<T>[]): T[] {
  return [...new Set(matches.map(({ term }) => term))]
}

/** Where a note without a question word begins one of its parts: `oficina nueva, m3 libres por trabajador`. A unit there is what it asks for. */
function noted(question: string): Iterable<RegExpExecArray> {
  return /(?<!\p{L})(?:cu[aá]|qu[eé]|c[oó]mo|d[oó]nde|how|what)|[?¿]/iu.test(question)
    ? []
    : question.matchAll(/(?:^|,\s|:\s)(?=\p{L}{3}|[cmdk]m|\p{L}{1,2}[²³\d/])/gu)
}

/** What asks for another quantity instead: `cuántas viviendas, o de qué altura`. */
const orElse = /^\s*,?\s*o\s+(?:\p{L}+\s+)?(?:qu[eé]|cu[aá]nt)/iu

/** The unit that the answer must have: `¿cuántos litros por segundo…?`, `cuántos cm`. */
function unitAsked(question: string, { book }: KnowledgeBase): Unit | undefined {
  for (const { index, 0: asked } of [...question.matchAll(/cu[aá]nt[oa]s(?=\s+[^\s?¿])/giu), ...noted(question)]) {
    const rest = question.slice(index + asked.length)
    const { unit, length } = unitAtStart(rest, book.units)
    // A note that begins with a dwelling asks for no number of them.
    const isThing = asked.trim().length < 2 && countedKinds.has(unit?.kind ?? '')
    if (unit !== undefined && unit.kind !== '1' && !isThing && !orElse.test(rest.slice(length))) return unit
  }
  return undefined
}
