/** One difference between two documents. */
export interface Change {
  readonly path: string[]
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly before: unknown
  readonly after: unknown
}

/**
 * The differences between two JSON values, in the order of the later one, what was removed last. Lists whose items all have an `id` are compared item by item, and
 * `moved` where the same items stand in another order; other lists count as one value.
 */
export function changesBetween(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const [old, fresh] = [partsOf(before), partsOf(after)]
  if (old === undefined || fresh === undefined) return [changed(path, before, after)]
  const kept = [...fresh].flatMap(([name, value]) => changesBetween(old.get(name), value, [...path, name]))
  const removed = [...old].filter(([name]) => !fresh.has(name)).map(([name, value]) => changed([...path, name], value, undefined))
  return [...kept, ...removed, ...orderChange(path, old, fresh, before)]
}

function changed(path: readonly string[], before: unknown, after: unknown): Change {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return { path: [...path], kind, before: before ?? null, after: after ?? null }
}

/** The fields of an object, or the items of a list by their ids; undefined for another value. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const ids = value.map((one: unknown) => (typeof one === 'object' && one !== null ? (one as { readonly id?: unknown }).id : undefined))
    if (!ids.every((id): id is string => typeof id === 'string') || new Set(ids).size < ids.length) return undefined
    return new Map(ids.map((id, at) => [id, value[at]]))
  }
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

/** The change of order of a list, where the items that both have do not stand in the same one. */
function orderChange(path: readonly string[], old: Map<string, unknown>, fresh: Map<string, unknown>, value: unknown): Change[] {
  if (!Array.isArray(value)) return []
  const common = (one: Map<string, unknown>, other: Map<string, unknown>): string[] => [...one.keys()].filter((id) => other.has(id))
  const [before, after] = [common(old, fresh), common(fresh, old)]
  return before.join('\0') === after.join('\0') ? [] : [{ path: [...path], kind: 'moved', before, after }]
}
