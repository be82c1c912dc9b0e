import { useMemo, useSyncExternalStore } from 'react'

/** A case, article or question that was opened on this machine. */
export interface Work {
  readonly title: string
  readonly address: string
}

const place = 'recientes.trabajo'
const changed = 'plomada:recent'
const mostWork = 8

/** The work opened last on this machine, newest first. Projects are not among it: the service lists them for who may see them. */
export function useRecentWork(): readonly Work[] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(place))
  return useMemo(() => workIn(stored), [stored])
}

/** Puts a piece of work first among the recent ones. */
export function rememberWork(work: Work): void {
  const others = workIn(localStorage.getItem(place)).filter(({ address, title }) => address !== work.address && title !== work.title)
  localStorage.setItem(place, JSON.stringify([work, ...others].slice(0, mostWork)))
  dispatchEvent(new Event(changed))
}

/** Deletes all recent work. */
export function forgetWork(): void {
  localStorage.removeItem(place)
  dispatchEvent(new Event(changed))
}

/** Anything may be in local storage: what is not a list of work, with addresses of these pages, counts as none. */
function workIn(stored: string | null): readonly Work[] {
  try {
    const all: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(all) ? all.filter(isWork) : []
  } catch {
    return []
  }
}

function isWork(one: unknown): one is Work {
  const { title, address } = (typeof one === 'object' && one !== null ? one : {}) as Partial<Record<string, unknown>>
  return typeof title === 'string' && typeof address === 'string' && /^\/(?!\/)/.test(address)
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener('storage', listener)
  }
}
