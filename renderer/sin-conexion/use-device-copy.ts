import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { forgetCopy, type KeptCopy, keepCopy, keptCopy, workerAddress } from '../offline/kept-copy.ts'
import { type Session, useSession } from '../session.tsx'

/** What the service says of the copy that it offers. */
export interface OfferedCopy {
  readonly kb: KeptCopy['kb']
  readonly bytes: number
  readonly unpacked_bytes: number
  readonly sha256: string
}

/** Thrown if what was downloaded is not what the service described. */
export class DamagedCopy extends Error {}

/** Why this browser keeps no copy; undefined if it can. */
export function hindrance(): 'insecure' | 'unsupported' | undefined {
  if (!isSecureContext) return 'insecure'
  return 'serviceWorker' in navigator && 'caches' in globalThis && 'DecompressionStream' in globalThis ? undefined : 'unsupported'
}

const keptKey = ['copia']

/** The copy that this device keeps; null if there is none. */
export function useKeptCopy() {
  return useQuery({ queryKey: keptKey, queryFn: async () => (await keptCopy()) ?? null, enabled: hindrance() === undefined, staleTime: 0 })
}

/** The copy that the service offers. Fails where it is out of reach. */
export function useOfferedCopy(isWanted: boolean) {
  const { fetchFile, language } = useSession()
  return useQuery({
    queryKey: [language, 'copia-ofrecida'],
    queryFn: () => offer({ fetchFile }),
    enabled: isWanted,
    staleTime: 0,
  })
}

/** Downloads the copy, checks it, and keeps it with the pages. */
export function useKeepCopy() {
  const session = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (offered: OfferedCopy) => download(session, offered),
    onSettled: () => queries.invalidateQueries({ queryKey: keptKey }),
  })
}

type Fetching = Pick<Session, 'client' | 'fetchFile'>

/** Keeps the copy that the service offers now, if this device keeps that of another base. A failure leaves the one there is, which says which base it is. */
export async function followBase(session: Fetching, kbSha256: string): Promise<void> {
  const kept = await keptCopy()
  if (kept !== undefined && kept.kb.sha256 !== kbSha256) await download(session, await offer(session))
}

async function offer({ fetchFile }: Pick<Fetching, 'fetchFile'>): Promise<OfferedCopy> {
  // Safe cast: the output of `getDeviceCopy`, as JSON.
  return JSON.parse(await (await fetchFile(`${copyAddress}?format=json`)).text()) as OfferedCopy
}

async function download({ client, fetchFile }: Fetching, offered: OfferedCopy): Promise<void> {
  const { scopes } = await client.getMeta.query({})
  const bytes = await fetchFile(`${copyAddress}?format=gz`)
  if ((await sha256Of(bytes)) !== offered.sha256) throw new DamagedCopy()
  await navigator.serviceWorker.register(workerAddress)
  await navigator.serviceWorker.ready
  const { kb, sha256 } = offered
  await keepCopy({ kb, sha256, bytes: bytes.size, savedAt: new Date().toISOString(), scopes }, bytes)
}

/** Removes the copy from this device. */
export function useForgetCopy() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: forgetCopy, onSettled: () => queries.invalidateQueries({ queryKey: keptKey }) })
}

const copyAddress = '/api/v1/base/copia'

async function sha256Of(bytes: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
