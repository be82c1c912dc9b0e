import type { Place } from '../engine/place.ts'
import { type Terms, termsOf } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Slots } from './slots.ts'

/** Words that ask for a limit and name nothing. */
const frame =
  /(?<!\p{L})(?:cu[aá]l(?:es)? (?:es|son|ser[ií]a)|qu[eé]|cu[aá]nt[oa]s?|(?:tiene|tienen|ha|han|debe|deben|hay) (?:que|de)?\s*(?:tener|ser|medir|haber|dejar|poner|dar)|(?:debe|deben|puede|pueden) (?:tener|ser|medir|haber)|mide|miden|admite|admiten|se (?:admite|exige|pide|permite|necesita)|exige|exigen|pide|piden|permite|como (?:m[ií]nimo|m[aá]ximo|mucho|poco)|al menos|por lo menos|a lo sumo|lleva|llevan|corresponde)(?!\p{L})/giu
const joining =
  /^(?:(?:de|en|para|a|con|por|y|del|al|un|una|unos|unas|el|la|los|las|lo)\s+)+|(?:\s+(?:de|en|para|a|con|por|y|del|al|un|una|unos|unas|el|la|los|las|lo))+$/giu

/** Most words of a question that may be no more than the name of a thing and of a quantity. */
const mostWords = 8

/**
 * The element and the parameter of a question that says nothing else, read as verify reads them: `iluminación mínima de una escalera`. Undefined if
 * its words name no pair with rules, or more than one.
 */
export function namedPair({ book }: KnowledgeBase, { words, placeWords }: Slots, place: Place): Terms | undefined {
  const said = words.filter((_word, position) => !placeWords.has(position)).map(({ text }) => text)
  const left = bare(said.join(' ').replace(frame, ' ')).split(/\s+/).filter(Boolean)
  if (left.length < 2 || left.length > mostWords) return undefined
  const found = new Map<string, Terms>()
  for (let at = 1; at < left.length; at++) {
    const [head, tail] = [bare(left.slice(0, at).join(' ')), bare(left.slice(at).join(' '))]
    for (const [element, parameter] of [
      [tail, head],
      [head, tail],
    ] as const) {
      if (element === '' || parameter === '') continue
      const terms = termsOf(book, { element, parameter, place, codes: [] })
      if (terms !== undefined) found.set(keyOf(terms), terms)
    }
  }
  const [only] = found.values()
  return found.size === 1 ? only : undefined
}

function bare(text: string): string {
  return text.trim().replace(joining, '').trim()
}

function keyOf({ rules, sets }: Terms): string {
  return JSON.stringify([rules.map(({ document, rule }) => `${document}/${rule.id}`).sort(), [...sets]])
}
