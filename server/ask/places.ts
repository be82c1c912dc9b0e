import { nameKey } from '../engine/text.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Word } from './phrases.ts'

export interface PlaceName {
  readonly ine: string
  readonly from: number
  readonly to: number
}

/** Municipality names to look for in questions: name → INE code; empty where several share it and none is a provincial capital. */
export function municipalityNames(kb: KnowledgeBase): Map<string, string> {
  const names = new Map<string, string>()
  const capitals = new Set(kb.geography.provinces.map(({ capital }) => capital))
  for (const { ine, name } of kb.geography.list({})) {
    for (const part of [name, ...name.split('/')]) {
      const key = nameKey(part)
      const known = names.get(key)
      names.set(key, known === undefined || capitals.has(ine) ? ine : capitals.has(known) ? known : '')
    }
  }
  return names
}

/** The longest municipality name in a question: written with a capital, after "en", or at its end. */
export function placeIn(words: readonly Word[], names: ReadonlyMap<string, string>): PlaceName | undefined {
  for (let length = Math.min(6, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const span = words.slice(from, from + length)
      const first = span[0]?.text ?? ''
      const ine = names.get(nameKey(span.map(({ text }) => text).join(' ')))
      const isCapital = /^\p{Lu}\p{Ll}/u.test(first) && from > 0
      const isAfter = ['en', 'municipio'].includes(words[from - 1]?.folded ?? '')
      const isLast = from + length === words.length && first.length > 4
      if (ine !== undefined && ine !== '' && first.length > 2 && (isCapital || isAfter || isLast)) return { ine, from, to: from + length - 1 }
    }
  }
  return undefined
}

/** A place after "en" that Spain does not have: nothing may be answered for it. */
export function foreignPlace(kb: KnowledgeBase, question: string): string | undefined {
  const known = new Set([...kb.geography.provinces, ...kb.geography.communities].flatMap(({ name }) => [name, ...name.split('/')].map(nameKey)))
  for (const [, name = ''] of question.matchAll(/\b(?:en|em|a)\s+(\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*)/gu)) {
    const isTerm =
      kb.book.elements.named(name).length > 0 || kb.book.parameters.named(name).length > 0 || kb.index.terms(name).some(({ weight }) => weight === 1)
    if (!known.has(nameKey(name)) && nameKey(name) !== 'espana' && !isTerm && kb.geography.municipalitiesNamed(name).length === 0) return name
  }
  return undefined
}
