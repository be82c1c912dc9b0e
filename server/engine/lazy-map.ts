/**
 * A map whose values are made when first asked for, once each. `make` returns undefined for a key that the map does not have; it may throw, and is then
 * asked again. `entries` gives every key with its value in order, for those that go through the whole map; of a value made before, that one stays.
 */
export function lazyMap<Value>(
  entries: () => Iterable<readonly [string, Value]>,
  make: (key: string) => Value | undefined,
): ReadonlyMap<string, Value> {
  const made = new Map<string, Value>()
  const get = (key: string): Value | undefined => {
    const before = made.get(key)
    if (before !== undefined) return before
    const value = make(key)
    if (value !== undefined) made.set(key, value)
    return value
  }
  let whole: ReadonlyMap<string, Value> | undefined
  const all = (): ReadonlyMap<string, Value> => {
    if (whole !== undefined) return whole
    const ordered = new Map<string, Value>()
    for (const [key, value] of entries()) ordered.set(key, made.get(key) ?? value)
    for (const [key, value] of ordered) made.set(key, value)
    whole = ordered
    return whole
  }
  return {
    get,
    has: (key) => get(key) !== undefined,
    get size() {
      return all().size
    },
    keys: () => all().keys(),
    values: () => all().values(),
    entries: () => all().entries(),
    forEach: (each) => all().forEach(each),
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  }
}
