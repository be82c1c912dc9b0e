import { ruleKey } from '../engine/rule-list.ts'
import { type FoundArticle, findArticles } from './find-articles.ts'
import type { KnowledgeBase } from './open.ts'

/** Most words of a query that is read as a pair. */
const mostWords = 6

/**
 * Articles that match a query, as `findArticles` ranks them. Where all words of the query name an element and a quantity (`barandilla altura`), those
 * with a limit on just that pair come first, the ones on the element itself before the ones on what binds it as well.
 */
export function articlesFor(kb: KnowledgeBase, query: string, day: string): FoundArticle[] {
  const found = findArticles(kb, query, day)
  const [best] = found
  const distances = new Map<string, number>()
  for (const { document, section, distance } of best === undefined ? [] : limitsOn(kb, query)) {
    const key = `${document}/${section}`
    distances.set(key, Math.min(distance, distances.get(key) ?? distance))
  }
  if (distances.size === 0) return found
  const distanceOf = ({ document, section }: FoundArticle): number => distances.get(`${document}/${section}`) ?? Number.POSITIVE_INFINITY
  const named = found.filter((one) => distanceOf(one) < Number.POSITIVE_INFINITY).sort((left, right) => distanceOf(left) - distanceOf(right))
  // The scores of a page never rise.
  return [...named.map((one) => ({ ...one, score: best?.score ?? one.score })), ...found.filter((one) => !named.includes(one))]
}

interface Limit {
  readonly document: string
  readonly section: string
  /** 0 for the element named itself, more for what binds it as well. */
  readonly distance: number
}

/** The limits on the pairs that the words of a query name, divided in every way into an element and a quantity. */
function limitsOn({ book }: KnowledgeBase, query: string): Limit[] {
  const words = book.everyday.canonical(query)
  if (words.length < 2 || words.length > mostWords) return []
  const ways = Array.from({ length: 2 ** words.length - 2 }, (_, index) => index + 1)
  return ways.flatMap((way) => {
    const side = (isSet: boolean): string[] => words.filter((_, position) => ((way >> position) & 1) === Number(isSet))
    const parameters = book.parameters.meant(side(false)).flatMap(({ term }) => book.parameters.boundBy(term.id))
    return parameters.length === 0
      ? []
      : book.elements
          .meant(side(true))
          .flatMap(({ term }) =>
            book.elements
              .boundBy(term.id)
              .flatMap((element, distance) =>
                parameters.flatMap((parameter) =>
                  (book.ruleIndex.get(ruleKey(element, parameter)) ?? [])
                    .filter(({ rule }) => rule.kind === 'limit')
                    .map(({ document, rule }) => ({ document, section: rule.cite.section, distance })),
                ),
              ),
          )
  })
}
