import type { Book } from '../../server/engine/book.ts'
import { passes } from '../../server/engine/condition.ts'
import { wordsKey } from '../../server/engine/name-words.ts'
import type { StatedCondition } from '../../server/engine/stated-conditions.ts'
import { stems } from '../../server/kb/text-analysis.ts'
import type { SourceFolder } from './source-file.ts'

const folder = 'vocabulary/stated'

/**
 * What people say of a condition names one that a request states, and a value that it has, which is no mere exemption; no phrase says two values, is found by
 * one word, or is the whole name of a thing or quantity.
 */
export function checkStated(sources: SourceFolder, stated: readonly StatedCondition[], book: Book): void {
  const { dimensions, elements, parameters, everyday } = book
  const said = new Map<string, string>()
  for (const { dimension: id, value, say } of stated) {
    const dimension = dimensions.byId.get(id)
    const values: readonly (string | boolean)[] = dimension?.type === 'boolean' ? [true, false] : (dimension?.values ?? []).map((one) => one.id)
    if (dimension?.source !== 'context') sources.report(folder, 1, `unknown condition "${id}"`)
    else if (dimension.type === 'number' ? typeof value !== 'number' : typeof value === 'number' || !values.includes(value))
      sources.report(folder, 1, `"${id}" has no value "${value}"`)
    const exempted = exemptedBy(book, id, String(value))
    if (exempted !== undefined) sources.report(folder, 1, `"${id}" ${value} exempts from "${exempted}": that must be stated by its name`)
    for (const text of say) {
      // `letra A` is found wherever `letra` is: the article does not count.
      if (stems(text).length < 2) sources.report(folder, 1, `"${text}", said of "${id}", is found by one word alone`)
      const key = `${id} ${wordsKey(everyday.canonical(text))}`
      const before = said.get(key) ?? String(value)
      said.set(key, before)
      if (before !== String(value)) sources.report(folder, 1, `"${text}" says two values of "${id}"`)
      if (elements.named(text).length > 0 || parameters.named(text).length > 0)
        sources.report(folder, 1, `"${text}", said of "${id}", is the name of a thing or quantity`)
    }
  }
}

/** The id of a rule from which a value exempts as a rare exception; undefined if there is none, or if some rule reads the condition to know whether it binds. */
function exemptedBy({ rules, dimensions }: Book, id: string, value: string): string | undefined {
  if (rules.some(({ rule }) => rule.when[id] !== undefined)) return undefined
  return rules.find(({ rule }) =>
    rule.exempt.some(({ when, ask }) => {
      const test = when[id]
      return !ask && test !== undefined && passes(test, value, id, dimensions)
    }),
  )?.rule.id
}
