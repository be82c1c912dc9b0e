import { useMemo, useSyncExternalStore } from 'react'

export type RecentKind = 'lugares' | 'elementos'

/** So many of each kind are kept. */
const most = 8
const changed = 'plomada:recent'
const keyOf = (kind: RecentKind): string => `recientes.${kind}`

/** The names used last on this machine, newest first. */
export function recent(kind: RecentKind): readonly string[] {
  return namesIn(localStorage.getItem(keyOf(kind)))
}

/** The same, followed as it changes. */
export function useRecent(kind: RecentKind): readonly string[] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(kind)))
  return useMemo(() => namesIn(stored), [stored])
}

/** Puts a name first among those used last. */
export function remember(kind: RecentKind, name: string): void {
  const names = [name, ...recent(kind).filter((one) => one !== name)].slice(0, most)
  localStorage.setItem(keyOf(kind), JSON.stringify(names))
  dispatchEvent(new Event(changed))
}

/** Forgets every name that was kept. */
export function forgetRecent(): void {
  for (const kind of ['lugares', 'elementos'] as const) localStorage.removeItem(keyOf(kind))
  dispatchEvent(new Event(changed))
}

/** What is stored belongs to the machine, not to us: anything but a list of names counts as none. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(names) ? names.filter((one) => typeof one === 'string').slice(0, most) : []
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
