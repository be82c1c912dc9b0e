import { fold } from '../engine/fold.ts'
import type { Element, Parameter } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import type { Match, Word } from './phrases.ts'

/** A word that says what is asked: its index form, and all that would answer to it (what it may be mistyped for, the terms it names). */
export interface AskedTerm {
  readonly stem: string
  /** Each with how much it counts: less where the word may be mistyped. */
  readonly alternatives: ReadonlyMap<string, number>
  /** Words of the elements, and of the parameters, that it is part of the name of. */
  readonly elementWords: readonly string[]
  readonly parameterWords: readonly string[]
  /** Ids of the parameters that it names, alone or with its neighbours. */
  readonly parameters: ReadonlySet<string>
  /** Whether it says a condition of the case (`piso`, a dwelling) and is no parameter's own name. */
  readonly isCondition: boolean
}

/** Words that say that something is asked, not what. */
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

/** The words of a question that say what is asked: not those spent on place, numbers and conditions, nor those that only ask. */
export function askedTerms(
  words: readonly Word[],
  spent: ReadonlySet<number>,
  { elements, parameters, conditions }: Named,
  kb: KnowledgeBase,
): AskedTerm[] {
  return words.flatMap((word, position): AskedTerm[] => {
    const isHere = ({ from, to }: Match<unknown>): boolean => from <= position && position <= to
    const [elementsHere, parametersHere] = [elements.filter(isHere), parameters.filter(isHere)]
    // A symbol such as U counts though it is also a little word.
    const own = word.stem ?? ([...elementsHere, ...parametersHere].some(({ from, to }) => from === to) ? word.folded : undefined)
    if (own === undefined || spent.has(position) || generic.has(own) || /^\d/.test(own)) return []
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

/** The best weight among the alternatives of a term that some words hold; 0 where they hold none. `named`: what words count that the term only is a name for. */
export function heldBy({ alternatives, stem, elementWords, parameterWords }: AskedTerm, words: ReadonlySet<string>, named = 1): number {
  let best = 0
  for (const [term, weight] of alternatives) {
    const isName = term !== stem && (elementWords.includes(term) || parameterWords.includes(term))
    const worth = isName ? weight * named : weight
    if (worth > best && words.has(term)) best = worth
  }
  return best
}
