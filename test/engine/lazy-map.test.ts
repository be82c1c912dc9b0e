import { expect, test } from 'vitest'
import { lazyMap } from '../../server/engine/lazy-map.ts'

test('lazyMap() makes each value once, when first asked for, and has no other keys', () => {
  const made: string[] = []
  const one = (key: string): { key: string } => {
    made.push(key)
    return { key }
  }
  const map = lazyMap(
    () => ['b', 'a', 'b'].map((key) => [key, { key }] as const),
    (key) => (key === 'a' || key === 'b' ? one(key) : undefined),
  )
  expect(made).toEqual([])
  const first = map.get('a')
  expect(map.get('a')).toBe(first)
  expect([map.get('c'), map.has('c'), map.has('a')]).toEqual([undefined, false, true])
  expect(made).toEqual(['a'])
  expect([...map.keys()]).toEqual(['b', 'a'])
  expect([...map.values()]).toEqual([{ key: 'b' }, { key: 'a' }])
  // A value that was handed out stays the same object, and so does one that the whole map gave.
  expect([...map.values()][1]).toBe(first)
  expect(map.get('b')).toBe([...map][0]?.[1])
  expect([map.size, made]).toEqual([2, ['a']])
})

test('lazyMap() asks again for a value that could not be made', () => {
  let tries = 0
  const map = lazyMap(
    () => [],
    () => {
      tries += 1
      if (tries === 1) throw new RangeError('not yet')
      return tries
    },
  )
  expect(() => map.get('a')).toThrow('not yet')
  expect([map.get('a'), map.get('a')]).toEqual([2, 2])
})
