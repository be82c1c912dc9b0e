import { readZone } from '../engine/climate.ts'
import type { ContextInput } from '../engine/context.ts'
import { isDecimal } from '../engine/decimal.ts'
import type { Dimension, Element, Parameter } from '../engine/schema.ts'
import { nameKey } from '../engine/text.ts'
import type { Unit } from '../engine/unit.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { type PhraseBook, phrasesFrom, type Word, wordsOf } from './phrases.ts'

/** What a question names, in the base's own terms. */
export interface Slots {
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly context: ContextInput
  readonly value: { readonly text: string; readonly unit: Unit; readonly comparator: 'max' | 'min' | undefined } | undefined
  /** Winter letter alone (`zona D`), where no whole zone is given. */
  readonly winter: string | undefined
  /** A municipality of the base, by the longest name in the question. */
  readonly municipality: string | undefined
  /** Words spent on slots; they do not count against a passage that lacks them. */
  readonly spent: ReadonlySet<number>
  readonly words: readonly Word[]
}

/** Reads the slots of questions against a base; its phrase books are built once. */
export interface SlotReader {
  read(question: string): Slots
}

/** Builds the reader of a base: phrase books of its terms, and the names of its municipalities. */
export function slotReader(kb: KnowledgeBase): SlotReader {
  const { elements, parameters, dimensions } = kb.book
  const elementPhrases = phrasesFrom(
    [...elements.byId.values()].map((term) => [term, [term.id, term.label, ...term.aliases, ...(term.en === undefined ? [] : [term.en])]] as const),
  )
  const parameterPhrases = phrasesFrom(
    [...parameters.byId.values()].map(
      (term) => [term, [term.id, term.label, ...term.symbols, ...term.aliases, ...(term.en === undefined ? [] : [term.en])]] as const,
    ),
  )
  const enums = [...dimensions.byId.values()].filter(({ type, source }) => type === 'enum' && source === 'context')
  const valuePhrases: PhraseBook<{ dimension: Dimension; value: string }> = phrasesFrom(
    enums.flatMap((dimension) => dimension.values.map(({ id, label, aliases }) => [{ dimension, value: id }, [id, label, ...aliases]] as const)),
  )
  const numbers = [...dimensions.byId.values()].filter(({ type, source }) => type === 'number' && source === 'context')
  const numberPhrases = phrasesFrom(
    numbers.map((dimension) => [dimension, [dimension.label, dimension.id.replace(/_(m2|m3|m|cm|mm|kw|w)$/, ''), ...dimension.aliases]] as const),
  )
  const municipalities = municipalityNames(kb)

  return {
    read(question) {
      const words = wordsOf(question)
      const spent = new Set<number>()
      const spend = (from: number, to: number) => {
        for (let position = from; position <= to; position++) spent.add(position)
      }
      const context: Record<string, string | number> = {}
      for (const { term, from, to } of valuePhrases.find(words)) {
        if (context[term.dimension.id] === undefined) context[term.dimension.id] = term.value
        spend(from, to)
      }
      for (const { term, from, to } of numberPhrases.find(words)) {
        const near = [words[from - 1], words[to + 1], words[from - 2]].find((word) => word !== undefined && isNumber(word.text))
        if (near !== undefined && context[term.id] === undefined) {
          context[term.id] = near.text.replace(',', '.')
          spend(from, to)
          spent.add(words.indexOf(near))
        }
      }
      const zone = /\bzona(?:\s+clim[aá]tica)?(?:\s+de\s+invierno)?\s+(α|alfa|alpha|[A-Ea-e])\s?([1-4])?(?![\p{L}\d])/u.exec(question)
      const whole = zone?.[1] !== undefined && zone[2] !== undefined ? readZone(`${zone[1]}${zone[2]}`) : undefined
      if (whole !== undefined) context['climate_zone'] = whole
      const place = longestMunicipality(words, municipalities)
      if (place !== undefined) spend(place.from, place.to)
      return {
        elements: unique(elementPhrases.find(words).map(({ term }) => term)),
        parameters: unique(parameterPhrases.find(words).map(({ term }) => term)),
        context,
        value: valueIn(question, kb),
        winter: whole === undefined && zone?.[1] !== undefined ? (readZone(`${zone[1]}1`)?.slice(0, -1) ?? undefined) : undefined,
        municipality: place?.ine,
        spent,
        words,
      }
    },
  }
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Set(all)]
}

function isNumber(text: string): boolean {
  return isDecimal(text.replace(',', '.'))
}

/** A number with a unit that can be read: `0,45 W/m²K`. The first one; a comparator before it says which way it is meant. */
function valueIn(question: string, kb: KnowledgeBase): Slots['value'] {
  for (const match of question.matchAll(/(<=|>=|≤|≥|<|>)?\s*(-?\d+(?:[.,]\d+)?)\s*([^\s\d¿?¡!,;:][^\s?¿!¡;:]*(?:\s?·\s?[^\s?;:]+)?)/gu)) {
    const unit = kb.book.units.parse((match[3] ?? '').replace(/[.,)]+$/, ''))
    if (unit !== undefined && unit.kind !== '1' && match[2] !== undefined) {
      const sign = match[1] ?? ''
      return { text: match[2].replace(',', '.'), unit, comparator: /[<≤]/.test(sign) ? 'max' : /[>≥]/.test(sign) ? 'min' : undefined }
    }
  }
  return undefined
}

function municipalityNames(kb: KnowledgeBase): Map<string, string> {
  const names = new Map<string, string>()
  const capitals = new Set(kb.geography.provinces.map(({ capital }) => capital))
  for (const { ine, name } of kb.geography.list({})) {
    for (const part of [name, ...name.split('/')]) {
      const key = nameKey(part)
      // A name that several share means the provincial capital if it is one of them; else it is left to the geo_id.
      names.set(key, names.has(key) && !capitals.has(ine) ? (capitals.has(names.get(key) ?? '') ? (names.get(key) ?? '') : '') : ine)
    }
  }
  return names
}

/** The longest municipality name among words that begin with a capital, or after "en" or "de". */
function longestMunicipality(words: readonly Word[], names: ReadonlyMap<string, string>): { ine: string; from: number; to: number } | undefined {
  for (let length = Math.min(6, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const span = words.slice(from, from + length)
      const ine = names.get(nameKey(span.map(({ text }) => text).join(' ')))
      const isName = (/^\p{Lu}/u.test(span[0]?.text ?? '') && from > 0) || ['en', 'municipio'].includes(words[from - 1]?.folded ?? '')
      const atEnd = from + length === words.length && length >= 1 && (span[0]?.folded.length ?? 0) > 4
      if (ine !== undefined && ine !== '' && (isName || atEnd) && (span[0]?.folded.length ?? 0) > 2) return { ine, from, to: from + length - 1 }
    }
  }
  return undefined
}
