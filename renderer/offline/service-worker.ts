import wasmAddress from 'sql.js/dist/sql-wasm-browser.wasm?url'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { answerOnDevice } from './answer.ts'
import { openDeviceBase } from './device-base.ts'
import { deviceOperations } from './device-operations.ts'
import { bytesOfCopy, type KeptCopy, keptCopy, pagesCache, savedHeader } from './kept-copy.ts'

/** The files of the pages and a hash of them; the build writes them in. */
declare const __FILES__: readonly string[]
declare const __HASH__: string

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
}

// Safe cast: this file runs as a service worker, whose types are not in the library of the pages.
const worker = globalThis as unknown as WorkerScope
const pages = `${pagesCache}${__HASH__}`
/** A server that is not reached is asked again after so long. */
const askAgainMs = 10_000
/** A server that has not answered within so long counts as not reached. */
const patienceMs = 8000
let unreachedUntil = 0

worker.addEventListener('install', (event) => event.waitUntil(keepPages()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(startPage(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fileOfPages(request))
  else if (url.pathname.startsWith('/trpc/') && deviceOperations.has(url.pathname.slice('/trpc/'.length))) event.respondWith(answer(request, url))
})

async function keepPages(): Promise<void> {
  const cache = await caches.open(pages)
  await cache.addAll(['/', ...__FILES__, wasmAddress])
  await worker.skipWaiting()
}

/** Removes the files of earlier pages, and answers the open pages from now on. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(pagesCache) && name !== pages) await caches.delete(name)
  await worker.clients.claim()
}

async function startPage(request: Request): Promise<Response> {
  return (await reached(request)) ?? (await (await caches.open(pages)).match('/')) ?? fetch(request)
}

async function fileOfPages(request: Request): Promise<Response> {
  return (await (await caches.open(pages)).match(request)) ?? fetch(request)
}

/** The answer of the server, or of the copy if the server is not reached and whoever asks has signed in. */
async function answer(request: Request, url: URL): Promise<Response> {
  const spare = request.clone()
  const answered = await reached(request)
  if (answered !== undefined) return answered
  const copy = await keptCopy()
  const hasSignedIn = spare.headers.has('Plomada-Session') || spare.headers.has('Authorization')
  if (copy === undefined || !hasSignedIn) return Response.error()
  const input: unknown = JSON.parse((spare.method === 'GET' ? url.searchParams.get('input') : await spare.text()) || '{}')
  const language = spare.headers.get('Accept-Language')?.startsWith('en') === true ? 'en' : 'es'
  const kb = await baseOf(copy)
  const { status, body } = await answerOnDevice(kb, { name: url.pathname.slice('/trpc/'.length), input, language, scopes: copy.scopes })
  const { version, sha256 } = kb.meta
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Knowledge-Base': `${version}; sha256=${sha256.slice(0, 12)}`,
      [savedHeader]: copy.savedAt,
    },
  })
}

/** The answer of the server; undefined if it is not reached. */
async function reached(request: Request): Promise<Response | undefined> {
  if (Date.now() < unreachedUntil) return undefined
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    const answered = await fetch(request, { signal: AbortSignal.any([request.signal, patience.signal]) })
    unreachedUntil = 0
    return answered
  } catch (error) {
    // The page wants it no longer: that says nothing about the server.
    if (request.signal.aborted) throw error
    unreachedUntil = Date.now() + askAgainMs
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

let opened: { readonly sha256: string; readonly kb: Promise<KnowledgeBase> } | undefined

/** The base of the copy, opened once; again when another copy is kept. */
function baseOf(copy: KeptCopy): Promise<KnowledgeBase> {
  if (opened?.sha256 === copy.sha256) return opened.kb
  const before = opened?.kb
  const kb = open(copy)
  opened = { sha256: copy.sha256, kb }
  void before?.then((last) => last.close())
  kb.catch(() => {
    opened = undefined
  })
  return kb
}

async function open(copy: KeptCopy): Promise<KnowledgeBase> {
  const wasm = await (await caches.open(pages)).match(wasmAddress)
  if (wasm === undefined) throw new Error('The reader of the copy is missing')
  return openDeviceBase(await bytesOfCopy(copy), await wasm.arrayBuffer())
}
