/** Remembers the values used last, at most twice `most` of them. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  add(key: string, value: Value): void
}

/** Opens an empty memory of recent values. Two halves take turns, so that nothing is reordered when a value is read. */
export function recentValues<Value>(most: number): Recent<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  const add = (key: string, value: Value): void => {
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }
  return {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const before = old.get(key)
      if (before !== undefined) add(key, before)
      return before
    },
    add,
  }
}
