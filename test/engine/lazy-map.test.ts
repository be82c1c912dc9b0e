import { expect, test } from 'vitest'
import { lazyMap } from '../../server/engine/lazy-map.ts'

test('lazyMap() makes each value once, when first asked for, and has no other keys', () => {
  const made: string[] = []
  const map = lazyMap(
    () => ['b', 'a', 'b'],
    (key) => {
      made.push(key)
      return key === 'a' || key === 'b' ? { key } : undefined
    },
  )
  expect(made).toEqual([])
  expect(map.get('a')).toBe(map.get('a'))
  expect([map.get('c'), map.has('c'), map.has('a')]).toEqual([undefined, false, true])
  expect(made.filter((key) => key === 'a')).toEqual(['a'])
  expect([...map.keys()]).toEqual(['b', 'a'])
  expect([...map.values()]).toEqual([{ key: 'b' }, { key: 'a' }])
  expect([...map].map(([key, value]) => key === value.key)).toEqual([true, true])
  expect([map.size, made.filter((key) => key !== 'c')]).toEqual([2, ['a', 'b']])
})

test('lazyMap() asks again for a value that could not be made', () => {
  let tries = 0
  const map = lazyMap(
    () => ['a'],
    () => {
      tries += 1
      if (tries === 1) throw new RangeError('not yet')
      return tries
    },
  )
  expect(() => map.get('a')).toThrow('not yet')
  expect([map.get('a'), map.get('a')]).toEqual([2, 2])
})
