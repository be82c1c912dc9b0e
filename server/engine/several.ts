import type { Book } from './book.ts'
import type { Several } from './everyday.ts'
import type { LoadedRule } from './limit.ts'
import { wordsKey } from './name-words.ts'
import { type Asked, fits, isAsked, type Pair } from './pair.ts'
import type { RulesOn } from './read-pairs.ts'

/** The pairs that the words of a request may mean beside the one that they name, if the vocabulary declares several: none decides, the answer asks which. */
export function severalMeant(
  book: Book,
  asked: Asked,
  named: Pick<Pair, 'element' | 'parameter'>,
  rulesOn: RulesOn,
): readonly Pick<Pair, 'element' | 'parameter'>[] {
  for (const several of book.everyday.several) {
    const isPossible = (loaded: LoadedRule): boolean => loaded.rule.kind === 'limit' && isAsked(loaded, asked, book) && fits(loaded, asked, book)
    const pairs = pairsOf(book, asked, named, several).flatMap(({ element: id, parameter: quantity }) => {
      const [element, parameter] = [book.elements.byId.get(id), book.parameters.byId.get(quantity)]
      const possible = rulesOn(id, quantity).filter(isPossible)
      return element === undefined || parameter === undefined || possible.length === 0
        ? []
        : [{ element, parameter, names: possible.map(nameOf).sort() }]
    })
    // What is named with all the limits of the others is judged by them.
    const own = new Set(rulesOn(named.element.id, named.parameter.id).map(nameOf))
    if (several.mean.length > 1 && pairs.every(({ names }) => names.every((name) => own.has(name)))) continue
    // Names with the same limits are one.
    if (new Set(pairs.map(({ names }) => names.join())).size > 1 || (several.mean.length === 1 && pairs.length === 1)) return pairs
  }
  return []
}

/** The identifiers of the pairs that one declaration gives for a request, none where it speaks of other words. */
function pairsOf(
  { everyday, elements, parameters }: Book,
  asked: Asked,
  { element, parameter }: Pick<Pair, 'element' | 'parameter'>,
  several: Several,
): readonly { readonly element: string; readonly parameter: string }[] {
  const isOfNamed =
    several.kind === 'parameter'
      ? several.mean.includes(parameter.id) && several.of.some((id) => elements.boundBy(element.id).includes(id))
      : several.mean.includes(element.id) && several.of.includes(parameter.id)
  if (!isOfNamed) return []
  const [thing, quantity] = [everyday.canonical(asked.element), everyday.canonical(asked.parameter)]
  const strong = (words: readonly string[]): string => wordsKey(words.filter((word) => !everyday.isWeak(word)))
  if (several.kind === 'parameter') {
    const names = wordsOf(elements.namesOf(element.id))
    // What else is said of the thing, but for its place, tells which: `nieve en la cubierta · carga`.
    const said = thing.filter((word) => !names.has(word) && !everyday.isScene(word))
    const isSaid = [quantity, quantity.filter((word) => !names.has(word))].some((words) => several.say.has(strong([...said, ...words])))
    return isSaid ? several.mean.map((id) => ({ element: element.id, parameter: id })) : []
  }
  const names = wordsOf(parameters.namesOf(parameter.id))
  const isSaid = [thing, thing.filter((word, index) => !names.has(word) && (index === 0 || !everyday.isScene(word)))].some((words) =>
    several.say.has(strong(words)),
  )
  return isSaid ? several.mean.map((id) => ({ element: id, parameter: parameter.id })) : []
}

function wordsOf(names: readonly { readonly words: readonly string[] }[]): ReadonlySet<string> {
  return new Set(names.flatMap(({ words }) => [...words]))
}

function nameOf({ document, rule }: LoadedRule): string {
  return `${document}/${rule.id}`
}
