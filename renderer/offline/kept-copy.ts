/** The cache with the copy of the knowledge base of this device. */
const copyCache = 'plomada-copia'
/** How the caches with the files of the pages begin; the hash of the files follows. */
export const pagesCache = 'plomada-paginas-'
/** The address of the service worker, which answers from the copy. */
export const workerAddress = '/servicio.js'
/** The header of an answer that this device gave itself: the moment when its copy was saved (ISO 8601). */
export const savedHeader = 'Plomada-Saved'

/** What is known of the copy of this device. */
export interface KeptCopy {
  readonly kb: { readonly id: string; readonly version: string; readonly sha256: string }
  /** SHA-256 of the packed file. */
  readonly sha256: string
  readonly bytes: number
  /** ISO 8601. */
  readonly savedAt: string
  /** What the key that fetched it may do. */
  readonly scopes: readonly string[]
}

const description = '/copia'

/** The copy of this device; undefined if there is none. */
export async function keptCopy(): Promise<KeptCopy | undefined> {
  if (!(await caches.has(copyCache))) return undefined
  const found = await (await caches.open(copyCache)).match(description)
  // Safe cast: only `keepCopy` writes it.
  return found === undefined ? undefined : ((await found.json()) as KeptCopy)
}

/** The packed bytes of a copy. Throws if the browser has dropped them. */
export async function bytesOfCopy({ kb }: KeptCopy): Promise<Uint8Array<ArrayBuffer>> {
  const found = await (await caches.open(copyCache)).match(addressOf(kb.sha256))
  if (found === undefined) throw new Error('The copy of the knowledge base is missing')
  return new Uint8Array(await found.arrayBuffer())
}

/** Keeps a copy in place of the last one. The description is written after the bytes, so that a copy that is described is whole. */
export async function keepCopy(copy: KeptCopy, bytes: Blob): Promise<void> {
  const cache = await caches.open(copyCache)
  await cache.put(addressOf(copy.kb.sha256), new Response(bytes))
  await cache.put(description, Response.json(copy))
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname
    if (path !== description && path !== addressOf(copy.kb.sha256)) await cache.delete(path)
  }
}

/** Removes all that this device keeps for use without a network: the copy, the files of the pages and the service worker. */
export async function forgetCopy(): Promise<void> {
  if ('caches' in globalThis) for (const name of await caches.keys()) if (name.startsWith('plomada-')) await caches.delete(name)
  if ('serviceWorker' in navigator)
    for (const worker of await navigator.serviceWorker.getRegistrations()) if (isOurs(worker)) await worker.unregister()
}

function isOurs({ active, waiting, installing }: ServiceWorkerRegistration): boolean {
  return [active, waiting, installing].some((one) => one !== null && new URL(one.scriptURL).pathname === workerAddress)
}

function addressOf(kbSha256: string): string {
  return `${description}/${kbSha256}`
}
