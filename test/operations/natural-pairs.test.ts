import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAskIndex } from '../../server/ask/ask-index.ts'
import { resolveTerms } from '../../server/engine/terms.ts'
import { verify } from '../../server/engine/verify.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { nearPairs } from '../../server/operations/near-pairs.ts'
import { placeFor } from '../../server/operations/place-for.ts'
import { readMeasured, unitOf } from '../../server/operations/request-value.ts'
import { realBase } from '../service.ts'

/**
 * Pairs of element and parameter as technicians type them, written from the official texts without reading the vocabulary: the first four sets were
 * mended kind by kind (blind, the four gave 0.39, 0.68, 0.77 and 0.79); to `last` and `blind` nothing was tuned, and `last` has been looked at. A pair is found where the words lead to a rule of the document meant, in the unit given.
 * A line with `-` for the document is one that the base has no rule for.
 */
const kb = realBase()
const askIndex = openAskIndex(kb)
const folder = join(import.meta.dirname, 'natural-pairs')

interface Pair {
  readonly line: string
  readonly element: string
  readonly parameter: string
  readonly value: string
  readonly unit: string
  readonly documents: readonly string[]
  readonly geo: string
}

function pairsOf(name: string): Pair[] {
  return readFileSync(join(folder, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [element = '', parameter = '', quantity = '', documents = '', geo = 'ES-28079'] = line.split(' · ')
      const isClass = /^[A-Z]/i.test(quantity)
      const [value = '', ...unit] = isClass ? [quantity] : quantity.split(' ')
      return documents === '-' ? [] : [{ line, element, parameter, value, unit: unit.join(' '), documents: documents.split('|'), geo }]
    })
}

/** True if the error of a pair that is not found offers one that is meant. */
function isOffered({ element, parameter, value, unit, documents, geo }: Pair): boolean {
  const words = { element, parameter, codes: [], unit: unitOf(value, unit), geo_id: geo }
  const near = nearPairs({ kb, language: 'es', isOnDevice: false, askIndex: () => askIndex }, words)
  return near.some((pair) => isMeant({ element: { id: pair.element }, parameter: { id: pair.parameter } }, documents))
}

/** `found`; `asked` where the answer asks back naming a rule meant; or why it is not found. */
function outcomeOf({ element, parameter, value, unit, documents, geo }: Pair): string {
  try {
    const place = placeFor(kb, geo)
    const asked = { element, parameter, value: readMeasured(value), unit: unitOf(value, unit), place, codes: [] }
    const terms = resolveTerms(kb.book, asked)
    if ('kind' in terms) return terms.kind === 'unclear-terms' && terms.pairs.some((pair) => isMeant(pair, documents)) ? 'asked' : terms.kind
    if (!terms.rules.some(({ document }) => documents.includes(document))) return `${terms.element.id} · ${terms.parameter.id}`
    const outcome = verify(kb.book, { ...asked, context: {}, asOf: kb.meta.referenceDate })
    return ['unit-mismatch', 'unknown-class', 'impossible-value'].includes(outcome.kind) ? outcome.kind : 'found'
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

/** True if a rule on the pair is of a document meant. */
function isMeant(
  { element, parameter }: { readonly element: { readonly id: string }; readonly parameter: { readonly id: string } },
  documents: readonly string[],
): boolean {
  const terms = resolveTerms(kb.book, { element: element.id, parameter: parameter.id })
  return !('kind' in terms) && terms.rules.some(({ document }) => documents.includes(document))
}

describe('natural pairs of element and parameter', () => {
  test.each([
    ['first', 0.88, 0.98, 0.98],
    ['second', 0.9, 0.97, 0.98],
    ['third', 0.85, 0.96, 0.97],
    ['fourth', 0.85, 0.97, 0.98],
    ['last', 0.66, 0.79, 0.96],
    ['blind', 0.49, 0.63, 0.92],
  ])('%s: found, asked back naming a rule meant, or offered', (name, least, leastAnswered, leastOffered) => {
    const results = pairsOf(name).map((pair) => ({ pair, outcome: outcomeOf(pair) }))
    const share = (wanted: readonly string[]): number => results.filter(({ outcome }) => wanted.includes(outcome)).length / results.length
    const others = results.filter(({ outcome }) => outcome !== 'found' && outcome !== 'asked')
    const offered = share(['found', 'asked']) + others.filter(({ pair }) => isOffered(pair)).length / results.length
    console.info(
      `${name}: ${results.length} pairs, found ${share(['found']).toFixed(3)}, found or asked back ${share(['found', 'asked']).toFixed(3)}, or offered ${offered.toFixed(3)}`,
    )
    const lost = results.filter(({ outcome }) => outcome !== 'found').map(({ pair, outcome }) => `${pair.line} → ${outcome}`)
    expect(share(['found']), lost.join('\n')).toBeGreaterThanOrEqual(least)
    expect(share(['found', 'asked']), lost.join('\n')).toBeGreaterThanOrEqual(leastAnswered)
    expect(offered, lost.join('\n')).toBeGreaterThanOrEqual(leastOffered)
  })
})
