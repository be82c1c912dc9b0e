/**
 * A map whose values are made when first asked for, once each. `make` returns undefined for a key that the map does not have; it may throw, and is then
 * asked again. `keys` gives every key in order, for those that go through the whole map.
 */
export function lazyMap<Value>(keys: () => Iterable<string>, make: (key: string) => Value | undefined): ReadonlyMap<string, Value> {
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
    whole ??= new Map(
      [...keys()].flatMap((key) => {
        const value = get(key)
        return value === undefined ? [] : [[key, value] as const]
      }),
    )
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
