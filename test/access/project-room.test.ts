import { describe, expect, test } from 'vitest'
import { goneBefore, pushedOut } from '../../server/access/project-bin.ts'
import { excessBytes, oldestOf } from '../../server/access/project-history.ts'

describe('the bin', () => {
  const entries = (...given: readonly (readonly [owner: number | null, bytes: number])[]) =>
    given.map(([owner, bytes], index) => ({ id: `${index}`, owner, bytes }))

  test('has as many projects, and as many bytes, as projects may have: beyond, the oldest go', () => {
    const local = (count: number, bytes: number) => entries(...Array.from({ length: count }, () => [null, bytes] as const))
    expect(pushedOut(local(20, 1), { count: 20, bytes: 1000 })).toEqual([])
    expect(pushedOut(local(22, 1), { count: 20, bytes: 1000 })).toEqual(['0', '1'])
    expect(pushedOut(local(10, 100), { count: 20, bytes: 1000 })).toEqual([])
    expect(pushedOut(local(10, 101), { count: 20, bytes: 1000 })).toEqual(['0'])
    expect(pushedOut(entries([null, 900], [null, 1], [null, 1000]), { count: 20, bytes: 1000 })).toEqual(['0', '1'])
    expect(pushedOut(entries([null, 1001]), { count: 20, bytes: 1000 })).toEqual(['0'])
  })

  test('has a tenth of that for each key, rounded up; a key pushes out its own, and they count no more', () => {
    const quota = { count: 21, bytes: 1001 }
    expect(pushedOut(entries([7, 1], [7, 1], [7, 1], [8, 1], [8, 1], [8, 1]), quota)).toEqual([])
    expect(pushedOut(entries([7, 1], [8, 1], [7, 1], [7, 1], [7, 1]), quota)).toEqual(['0'])
    expect(pushedOut(entries([7, 50], [8, 101], [7, 51]), quota)).toEqual([])
    expect(pushedOut(entries([7, 50], [8, 102], [7, 51]), quota)).toEqual(['1'])
    expect(pushedOut(entries([null, 500], [7, 400], [null, 501]), quota)).toEqual(['1'])
  })

  test('keeps a project for thirty days', () => {
    expect(goneBefore(new Date('2026-12-21T10:00:00Z'))).toBe('2026-11-21T10:00:00.000Z')
  })
})

describe('earlier revisions', () => {
  test('have as many bytes as projects may have, those of a key a tenth of it, rounded up', () => {
    const quota = { count: 1, bytes: 1001 }
    expect([excessBytes(1001, undefined, quota), excessBytes(1002, undefined, quota), excessBytes(0, 0, quota)]).toEqual([0, 1, 0])
    expect([excessBytes(101, 101, quota), excessBytes(105, 105, quota), excessBytes(1011, 105, quota), excessBytes(1003, 105, quota)]).toEqual([
      0, 4, 10, 4,
    ])
  })

  test('give way oldest first, until what is missing is free', () => {
    const rows = [10, 20, 30].map((bytes, index) => ({ revision: index + 1, bytes }))
    expect([0, 1, 10, 11, 30, 31, 1000].map((excess) => oldestOf(rows, excess))).toEqual([[], [1], [1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3]])
  })
})
