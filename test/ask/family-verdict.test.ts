import { describe, expect, test } from 'vitest'
import { familyVerdict, refusedBy } from '../../server/ask/answer-text.ts'
import type { Family } from '../../server/ask/choose.ts'

interface Case {
  readonly verdict: 'COMPLIANT' | 'NON_COMPLIANT' | undefined
  readonly isWithin: boolean
  readonly assumed: readonly string[]
  readonly refusedBy?: object
}

const yes: Case = { verdict: 'COMPLIANT', isWithin: true, assumed: [] }
const no: Case = { verdict: 'NON_COMPLIANT', isWithin: false, assumed: [] }
const open: Case = { verdict: undefined, isWithin: true, assumed: [] }
const assumedYes: Case = { ...yes, assumed: ['uso'] }
const assumedNo: Case = { ...no, assumed: ['uso'] }

const family = (cases: readonly Case[], other: Partial<Family> = {}): Family => {
  const all = cases.map((judgement) => ({ loaded: { rule: { kind: 'limit' } }, judgement }))
  return { best: all[0], cases: all, more: 0, isMeant: true, isContested: false, ...other } as unknown as Family
}

describe('the verdict of a family of cases', () => {
  test.each<[string, readonly Case[], Partial<Family>, string | undefined]>([
    ['one that the engine finds to comply', [yes], {}, 'COMPLIANT'],
    ['it complies in its own case', [assumedYes], {}, 'COMPLIANT'],
    ['it complies in every case', [assumedYes, assumedYes], {}, 'COMPLIANT'],
    ['the engine is sure, and no other case is failed', [yes, open], {}, 'COMPLIANT'],
    ['what one case takes for given says nothing of another', [assumedYes, open], {}, undefined],
    ['cases that are left out', [assumedYes], { more: 1 }, undefined],
    ['the value may be of another thing', [yes], { isMeant: false }, undefined],
    ['the value may be of another quantity', [yes], { isContested: true }, undefined],
    ['one case fails for certain', [open, no], {}, 'NON_COMPLIANT'],
    ['one case fails, another complies, and the question tells neither', [assumedNo, assumedYes], {}, undefined],
    ['all cases fail', [assumedNo, assumedNo], {}, 'NON_COMPLIANT'],
    ['it fails, if the value is of this quantity at all', [no], { isContested: true }, undefined],
  ])('%s', (_, cases, other, verdict) => {
    expect(familyVerdict(family(cases, other))).toBe(verdict)
  })

  test('another rule is named as the reason only where there is a verdict', () => {
    const rule = { loaded: 'another' }
    expect(refusedBy(family([{ ...no, refusedBy: rule }]))).toBe(rule)
    expect(refusedBy(family([{ ...no, refusedBy: rule }], { isContested: true }))).toBeUndefined()
    expect(refusedBy(family([{ ...assumedNo, refusedBy: rule }, assumedYes]))).toBeUndefined()
  })
})
