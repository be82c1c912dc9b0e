import { fold } from '../engine/fold.ts'
import type { Element, Parameter } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import type { Match, Word } from './phrase-index.ts'

/** A word of the question that says what is asked, as an index term, with all terms that match it: similar words and the names it belongs to. */
export interface AskedTerm {
  readonly stem: string
  /** Matching terms with their weights: lower for a guess at a mistyped word. */
  readonly alternatives: ReadonlyMap<string, number>
  /** Words of the element and parameter names that contain it. */
  readonly elementWords: readonly string[]
  readonly parameterWords: readonly string[]
  /** Ids of the parameters that it names, alone or with neighbouring words. */
  readonly parameters: ReadonlySet<string>
  /** True if it states a condition of the case (`piso`: a dwelling) and is not an alias of a parameter. */
  readonly isCondition: boolean
}

/** Words that any question may contain, whatever it asks. */
const generic = new Set(
  stems(
    'máximo mínimo límite valor exigir exigencia exigible debe cuánto permitido permitir normativa norma código CTE según legal reglamentario obligatorio necesario hacer falta dejar dejan poder exacto poner pongo hay tener tengo llevar lleva entender entiende contener contiene incluir incluye significar significa considerar considera decir dice llamar llama norma',
  ),
)

interface Named {
  readonly conditions: readonly Match<unknown>[]
  readonly elements: readonly Match<Element>[]
  readonly parameters: readonly Match<Parameter>[]
}

/** The words of a question that say what is asked, without generic words and those that name place, numbers and conditions. */
export function askedTerms(
  words: readonly Word[],
  usedWords: ReadonlySet<number>,
  { elements, parameters, conditions }: Named,
  kb: KnowledgeBase,
): AskedTerm[] {
  return words.flatMap((word, position): AskedTerm[] => {
    const isHere = ({ from, to }: Match<unknown>): boolean => from <= position && position <= to
    const [elementsHere, parametersHere] = [elements.filter(isHere), parameters.filter(isHere)]
    // A symbol such as U counts even if it is also a stop word.
    const own = word.stem ?? ([...elementsHere, ...parametersHere].some(({ from, to }) => from === to) ? word.folded : undefined)
    if (own === undefined || usedWords.has(position) || generic.has(own) || /^\d/.test(own)) return []
    const [elementWords, parameterWords] = [elementsHere, parametersHere].map((matches) =>
      matches.flatMap(({ term }) => stems(`${term.label} ${term.id.replaceAll('-', ' ')}`)),
    )
    const alternatives = new Map([[own, 1]])
    const isAcronym = /^\p{Lu}{2,5}$/u.test(word.text)
    if (!isAcronym) for (const { term, weight } of kb.index.terms(word.folded)) alternatives.set(term, Math.max(weight, alternatives.get(term) ?? 0))
    for (const other of [...(elementWords ?? []), ...(parameterWords ?? [])]) alternatives.set(other, 1)
    return [
      {
        stem: own,
        alternatives,
        elementWords: elementWords ?? [],
        parameterWords: parameterWords ?? [],
        parameters: new Set(parametersHere.map(({ term }) => term.id)),
        isCondition: conditions.some(isHere) && !parametersHere.some(({ term }) => term.aliases.some((name) => fold(name) === word.folded)),
      },
    ]
  })
}

/** The best weight of a term's alternatives among the given words; 0 if none is there. `nameWeight`: factor for words of the element and parameter names. */
export function matchWeight({ alternatives, stem, elementWords, parameterWords }: AskedTerm, words: ReadonlySet<string>, nameWeight = 1): number {
  let best = 0
  for (const [term, weight] of alternatives) {
    const isName = term !== stem && (elementWords.includes(term) || parameterWords.includes(term))
    const actualWeight = isName ? weight * nameWeight : weight
    if (actualWeight > best && words.has(term)) best = actualWeight
  }
  return best
}
