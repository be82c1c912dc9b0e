import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetCopy } from './offline/kept-copy.ts'
import { forgetDrafts } from './shared/draft.ts'

/** What lets the pages in: the key itself, in memory, or a session of the browser, whose cookie no script can read. */
export type Credential = { readonly key: string } | { readonly proof: string }

/** Where the proof of the session is kept. Only pages of this address can read it, and it is worth nothing without the cookie. */
const place = 'sesion'

export interface SignIn {
  readonly credential: Credential | undefined
  /** True if the key is used in this tab only, as on a shared machine. */
  readonly isTabOnly: boolean
  /** Uses a key: for this browser until it is signed out, or on a shared machine for this tab only. */
  enter(key: string, isShared: boolean): void
  /** Forgets a session that the service has ended. */
  drop(): void
  /** Ends the session here and at the service. */
  leave(): Promise<void>
}

/** The credential of the pages: the key of the address, or the session that this browser has. Follows what other tabs sign in and out. */
export function useSignIn(): SignIn {
  const [credential, setCredential] = useState<Credential | undefined>(() => {
    const key = keyFromAddress()
    return key === undefined ? keptSession() : { key }
  })
  const key = credential !== undefined && 'key' in credential ? credential.key : undefined
  const [sharedKey, setSharedKey] = useState<string>()
  // The key works at once. A session takes its place as soon as the service has begun one.
  useEffect(() => {
    if (key === undefined || key === sharedKey) return
    let isCurrent = true
    void begin(key).then((proof) => {
      if (isCurrent && proof !== undefined) setCredential(keep(proof))
    })
    return () => {
      isCurrent = false
    }
  }, [key, sharedKey])
  const enter = useCallback((next: string, isShared: boolean) => {
    begun = undefined
    setSharedKey(isShared ? next : undefined)
    if (isShared) void forgetCopy()
    setCredential({ key: next })
  }, [])
  const refused = useRef(credential)
  refused.current = credential
  // It must not change with the credential, or the session that follows would be forgotten too.
  const drop = useCallback(() => {
    const { current } = refused
    if (current === undefined || !('proof' in current) || localStorage.getItem(place) !== current.proof) return
    localStorage.removeItem(place)
    void forgetCopy()
  }, [])
  const leave = useCallback(async () => {
    const proof = localStorage.getItem(place)
    localStorage.removeItem(place)
    forgetDrafts()
    await forgetCopy()
    setCredential(undefined)
    if (proof !== null) await fetch('/session', { method: 'DELETE', headers: proofHeader(proof) }).catch(() => undefined)
  }, [])
  useEffect(() => {
    const followTabs = ({ key: name }: StorageEvent) => {
      if (name === place) setCredential((now) => (now !== undefined && 'key' in now ? now : keptSession()))
    }
    // If a link with a key is opened in a tab that already shows the pages, only the hash changes.
    const followAddress = () => {
      const next = keyFromAddress()
      if (next !== undefined) enter(next, false)
    }
    addEventListener('storage', followTabs)
    addEventListener('hashchange', followAddress)
    return () => {
      removeEventListener('storage', followTabs)
      removeEventListener('hashchange', followAddress)
    }
  }, [enter])
  return { credential, isTabOnly: key !== undefined && key === sharedKey, enter, drop, leave }
}

/** The headers that let a request in; none without a credential, as on the desktop. */
export function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  if (credential === undefined) return {}
  return 'key' in credential ? { Authorization: `Bearer ${credential.key}` } : proofHeader(credential.proof)
}

function proofHeader(proof: string): Record<string, string> {
  return { 'Plomada-Session': proof }
}

/** The session under way for a key: two at once would leave the cookie of one beside the proof of the other. */
let begun: { readonly key: string; readonly proof: Promise<string | undefined> } | undefined

/** Begins a session. Returns its proof; undefined if the service could not, in which case the key stays in use. */
function begin(key: string): Promise<string | undefined> {
  if (begun?.key !== key) begun = { key, proof: requestSession(key) }
  return begun.proof
}

async function requestSession(key: string): Promise<string | undefined> {
  try {
    const answer = await fetch('/session', { method: 'POST', headers: credentialHeaders({ key }) })
    return answer.ok ? ((await answer.json()) as { proof: string }).proof : undefined
  } catch {
    return undefined
  }
}

function keep(proof: string): Credential {
  localStorage.setItem(place, proof)
  return { proof }
}

function keptSession(): Credential | undefined {
  const proof = localStorage.getItem(place)
  return proof === null ? undefined : { proof }
}

/** Reads the key from the link printed at first start and removes it from the address. It is in the hash, which browsers never send. */
function keyFromAddress(): string | undefined {
  const key = /^#clave=(\S+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return key
}
