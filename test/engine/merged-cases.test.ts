import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Group, RuleCase } from '../../server/engine/cases.ts'
import { exactText } from '../../server/engine/decimal.ts'
import { mergedCases } from '../../server/engine/merged-cases.ts'

/** An interval as it is printed: `[1,3)`; `(,3]` has no lower end. Values: `a|b`. */
function group(text: string): Group {
  const interval = /^([[(])([\d.]*),([\d.]*)([\])])$/.exec(text)
  if (interval === null) return { kind: 'values', values: text.split('|').map((one) => (/^\d/.test(one) ? new Fraction(one) : one)) }
  const [, before, from = '', to = '', after] = interval
  const end = (value: string, isIncluded: boolean) => (value === '' ? undefined : { value: new Fraction(value), isIncluded })
  return { kind: 'interval', from: end(from, before === '['), to: end(to, after === ']') }
}

function print(group: Group): string {
  if (group.kind === 'values') return group.values.map((one) => (typeof one === 'string' ? one : exactText(one))).join('|')
  const { from, to } = group
  return `${from?.isIncluded === true ? '[' : '('}${from === undefined ? '' : exactText(from.value)},${to === undefined ? '' : exactText(to.value)}${to?.isIncluded === true ? ']' : ')'}`
}

/** Merges cases given as their groups and the outcome: `[1,3) a: x`. */
function merged(...lines: string[]): string[] {
  const cases = lines.map((line): RuleCase => {
    const [groups = '', outcome = ''] = line.split(': ')
    const bound = { side: 'max', limit: outcome, strict: false } as const
    return { when: new Map(groups.split(' ').map((text, index) => [`d${index}`, group(text)])), bounds: [bound] }
  })
  const outcome = ({ bounds }: RuleCase): string => String(bounds?.[0]?.limit)
  return mergedCases(cases, outcome).map((one) => `${[...one.when.values()].map(print).join(' ')}: ${outcome(one)}`)
}

describe('cases of one outcome', () => {
  test.each<[string, string[], string[]]>([
    ['values are one list', ['a: x', 'b: x', 'c: x'], ['a|b|c: x']],
    ['values stay apart by outcome, in the order of the first', ['a: x', 'b: y', 'c: x'], ['a|c: x', 'b: y']],
    ['intervals that adjoin are one', ['(,3): x', '[3,5]: x', '(5,): x'], ['(,): x']],
    ['those in the other order too', ['(5,9]: x', '[3,5]: x'], ['[3,9]: x']],
    ['ends are kept as they are', ['[1,3): x', '[3,5): x'], ['[1,5): x']],
    ['a number that both leave out keeps them apart', ['(1,3): x', '(3,5): x'], ['(1,3): x', '(3,5): x']],
    ['one that both have does too', ['[1,3]: x', '[3,5]: x'], ['[1,3]: x', '[3,5]: x']],
    ['a gap between them', ['[1,3): x', '[4,5): x'], ['[1,3): x', '[4,5): x']],
    ['a gap the other way round', ['[4,5): x', '[1,3): x'], ['[4,5): x', '[1,3): x']],
    ['two without the end that would meet', ['(,): x', '[3,5): x'], ['(,): x', '[3,5): x']],
    ['open to below, twice', ['(,3): x', '(,3]: x'], ['(,3): x', '(,3]: x']],
    ['values and an interval', ['a: x', '[3,5): x'], ['a: x', '[3,5): x']],
    ['an interval and values', ['[3,5): x', 'a: x'], ['[3,5): x', 'a: x']],
    ['an interval joins the one that it adjoins of several', ['[1,2): x', '[5,6): x', '[6,7): x'], ['[1,2): x', '[5,7): x']],
    ['a join that closes a gap leaves what was joined first', ['[1,2): x', '[2,3): y', '[3,4): x'], ['[1,2): x', '[2,3): y', '[3,4): x']],
  ])('%s', (_name, lines, expected) => expect(merged(...lines)).toEqual(expected))
})

describe('cases of several data', () => {
  test.each<[string, string[], string[]]>([
    ['are one where they differ in one of them', ['a [1,2): x', 'b [1,2): x'], ['a|b [1,2): x']],
    ['stay apart where they differ in two', ['a [1,2): x', 'b [2,3): x'], ['a [1,2): x', 'b [2,3): x']],
    ['are joined by the last of them first', ['a 1: x', 'a 2: x', 'b 1: x', 'b 2: y'], ['a 1|2: x', 'b 1: x', 'b 2: y']],
    ['are one if all can be joined', ['a (,2): x', 'a [2,): x', 'b (,2): x', 'b [2,): x'], ['a|b (,): x']],
    ['an end that is in one and not in the other tells them apart', ['a (1,2): x', 'b [1,2): x'], ['a (1,2): x', 'b [1,2): x']],
    ['so does the other end', ['a (1,2): x', 'b (1,2]: x'], ['a (1,2): x', 'b (1,2]: x']],
    ['and one that is missing', ['a (1,): x', 'b (1,2): x', 'c (,2): x'], ['a (1,): x', 'b (1,2): x', 'c (,2): x']],
    ['the same number as lower and as upper end', ['a (1,): x', 'b (,1): x'], ['a (1,): x', 'b (,1): x']],
    ['lists of other lengths', ['a 1|2: x', 'b 1: x', 'c 12: x'], ['a 1|2: x', 'b 1: x', 'c 12: x']],
    ['whatever stands between', ['a a b: x', 'a b b: y', 'a c b: x'], ['a a|c b: x', 'a b b: y']],
  ])('%s', (_name, lines, expected) => expect(merged(...lines)).toEqual(expected))

  test('no cases are none', () => expect(merged()).toEqual([]))
})
