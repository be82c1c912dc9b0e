import { useMemo, useSyncExternalStore } from 'react'

export type RecentKind = 'lugares' | 'elementos'

/** Most names kept of each kind. */
const maxNames = 8
const changed = 'plomada:recent'
const keyOf = (kind: RecentKind): string => `recientes.${kind}`

/** The recently used names on this machine, newest first. */
export function recent(kind: RecentKind): readonly string[] {
  return namesIn(localStorage.getItem(keyOf(kind)))
}

/** Like `recent`, as a hook that updates when the list changes. */
export function useRecent(kind: RecentKind): readonly string[] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(kind)))
  return useMemo(() => namesIn(stored), [stored])
}

/** Moves a name to the front of the recent ones. */
export function remember(kind: RecentKind, name: string): void {
  const names = [name, ...recent(kind).filter((one) => one !== name)].slice(0, maxNames)
  localStorage.setItem(keyOf(kind), JSON.stringify(names))
  dispatchEvent(new Event(changed))
}

/** Deletes all recent names. */
export function forgetRecent(): void {
  for (const kind of ['lugares', 'elementos'] as const) localStorage.removeItem(keyOf(kind))
  dispatchEvent(new Event(changed))
}

/** Parses stored names. Anything may be in local storage, so invalid content counts as an empty list. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(names) ? names.filter((one) => typeof one === 'string').slice(0, maxNames) : []
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener('storage', listener)
  }
}
