import { expect, test } from 'vitest'
import { isExact, parseExact, toNumber } from '../../server/engine/decimal.ts'
import type { Rule } from '../../server/engine/schema.ts'
import { askOutput } from '../../server/operations/ask-schema.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

/** Every so many of the pairs of element and parameter that have a limit in one number is asked for, with a value below the limit and one above it. */
const step = 27

interface Pair {
  readonly element: string
  readonly rule: Rule
  readonly limit: number
}

/** The pairs, each with the first number of a rule. */
function pairsOf(): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { rule } of service.kb.book.rules) {
    const value = typeof rule.value === 'object' && 'min' in rule.value ? rule.value.min : rule.value
    const limit = 'const' in value && isExact(value.const) ? toNumber(parseExact(value.const)) : 0
    if (rule.kind === 'limit' && limit > 0) for (const element of rule.element) pairs.set(`${element}|${rule.parameter}`, { element, rule, limit })
  }
  return [...pairs.values()]
}

/** A question with everyday names, and the request of verify that asks the same. */
function asked({ element, rule: { parameter, unit } }: Pair, value: number) {
  const nameOf = (term: { readonly label: string; readonly aliases: readonly string[] } | undefined): string =>
    (term?.aliases[0] ?? term?.label ?? '').toLowerCase()
  const { elements, parameters } = service.kb.book
  const written = `${String(value).replace('.', ',')}${unit === '1' ? '' : ` ${unit}`}`
  return {
    query: `¿Vale ${nameOf(parameters.byId.get(parameter))} de ${written} en ${nameOf(elements.byId.get(element))}?`,
    request: { element, parameter, value, ...(unit === '1' ? {} : { unit }) },
  }
}

test.each([
  ['Vigo', 'ES-36057', 0],
  ['Madrid', 'ES-28079', 9],
  ['Barcelona', 'ES-08019', 18],
])(
  'in %s no verdict on a thing and a quantity by their names is the opposite of that of verify, and hardly any is where no rule binds',
  async (_, geo_id, from) => {
    const opposite: string[] = []
    const unfounded: string[] = []
    let same = 0
    for (const pair of pairsOf().filter((_pair, index) => index % step === from))
      for (const part of [0.9, 1.1]) {
        const { query, request } = asked(pair, Number((pair.limit * part).toPrecision(3)))
        const { verdict } = askOutput.parse(await bodyOf(await service.post('/api/v1/ask', { query, geo_id })))
        const own = await bodyOf(await service.post('/api/v1/verify', { ...request, geo_id }))
        if (verdict === null) continue
        if (own['is_compliant'] === undefined) {
          if (own['code'] === 'no-applicable-rule' || own['code'] === 'not-in-force') unfounded.push(`${query} ${verdict}`)
        } else if ((verdict === 'COMPLIANT') === own['is_compliant']) same++
        else opposite.push(`${query} ${verdict}`)
      }
    expect(opposite).toEqual([])
    expect(same).toBeGreaterThan(80)
    expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(3)
  },
  120_000,
)
