import { useEffect, useState } from 'react'

const prefix = 'borrador.'

/** The drafts of this tab: what is typed and not yet stored. They outlive a reload and another page, and end with the tab. */
export interface Draft<T> {
  /** What is typed, or else what is stored. */
  readonly value: T
  /** True if something typed is not stored. */
  readonly isOpen: boolean
  set(value: T): void
  /** Forgets what was typed, once it is stored or no longer wanted. */
  clear(): void
}

/** Keeps what is typed into a form under a name until it is stored. While there is any draft, leaving the page asks first. */
export function useDraft<T>(name: string, stored: T): Draft<T> {
  const [typed, setTyped] = useState<T | undefined>(() => read<T>(name))
  const isOpen = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(stored)
  useEffect(() => {
    if (isOpen) write(name, typed)
    else forget(name)
  }, [name, typed, isOpen])
  return { value: typed ?? stored, isOpen, set: setTyped, clear: () => setTyped(undefined) }
}

/** True if something of this name (or beginning with it) is typed and not stored. */
export function hasDraft(beginning: string): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(`${prefix}${beginning}`))
}

/** Forgets every draft of the tab, for the next person who uses it. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

addEventListener('beforeunload', (event) => {
  if (hasDraft('')) event.preventDefault()
})

function read<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(`${prefix}${name}`)
    // Safe cast: only `write` of the same name puts text there.
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function write(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`${prefix}${name}`, JSON.stringify(value))
  } catch {
    // No room: what is typed is still in the form.
  }
}

function forget(name: string): void {
  sessionStorage.removeItem(`${prefix}${name}`)
}
