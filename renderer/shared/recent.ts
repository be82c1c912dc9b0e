import { useEffect, useMemo, useSyncExternalStore } from 'react'

/** A case, article or question that was opened on this machine. */
export interface Work {
  readonly title: string
  readonly address: string
}

export type RecentKind = 'lugares' | 'elementos'

/** Most entries kept of each kind. */
const most = 8
const changed = 'plomada:recent'
const kinds = ['lugares', 'elementos', 'trabajo'] as const

/** The recently used names on this machine, newest first. */
export function recent(kind: RecentKind): readonly string[] {
  return listIn(stored(kind), isName)
}

/** Like `recent`, as a hook that updates when the list changes. */
export function useRecent(kind: RecentKind): readonly string[] {
  return useList(kind, isName)
}

/** Moves a name to the front of the recent ones, as soon as it is known. */
export function useRemembered(kind: RecentKind, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) store(kind, [name, ...recent(kind).filter((one) => one !== name)])
  }, [kind, name])
}

/** The work opened last on this machine, newest first. Projects are not among it: the service lists them for who may see them. */
export function useRecentWork(): readonly Work[] {
  return useList('trabajo', isWork)
}

/** Puts a piece of work first among the recent ones. */
export function rememberWork(work: Work): void {
  const others = listIn(stored('trabajo'), isWork).filter(({ address, title }) => address !== work.address && title !== work.title)
  store('trabajo', [work, ...others])
}

/** Deletes all recent names and work. */
export function forgetRecent(): void {
  for (const kind of kinds) localStorage.removeItem(keyOf(kind))
  dispatchEvent(new Event(changed))
}

type Kind = (typeof kinds)[number]

function keyOf(kind: Kind): string {
  return `recientes.${kind}`
}

function stored(kind: Kind): string | null {
  return localStorage.getItem(keyOf(kind))
}

function store(kind: Kind, list: readonly unknown[]): void {
  localStorage.setItem(keyOf(kind), JSON.stringify(list.slice(0, most)))
  dispatchEvent(new Event(changed))
}

function useList<Entry>(kind: Kind, isEntry: (one: unknown) => one is Entry): readonly Entry[] {
  const text = useSyncExternalStore(subscribe, () => stored(kind))
  return useMemo(() => listIn(text, isEntry), [text, isEntry])
}

/** Anything may be in local storage: what is no list of such entries counts as none. */
function listIn<Entry>(text: string | null, isEntry: (one: unknown) => one is Entry): readonly Entry[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(all) ? all.filter(isEntry).slice(0, most) : []
  } catch {
    return []
  }
}

function isName(one: unknown): one is string {
  return typeof one === 'string'
}

/** Work, with an address of these pages. */
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
