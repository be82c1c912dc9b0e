import { isLoopback } from './private-network.ts'
import type { Origin } from './proxy.ts'

/** Where a request comes from. The adapter that received the request sets this; of headers it reads only those of trusted proxies. */
export type Caller = { readonly kind: 'desktop' | 'terminal' } | ({ readonly kind: 'network' } & Origin)

/**
 * True if the caller is a program of this machine that a proxy did not send: the desktop, the command line, or loopback under a loopback name and
 * without the headers that a proxy adds.
 */
export function isLocalUser(caller: Caller, { url, headers }: Request): boolean {
  if (caller.kind !== 'network') return true
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers.has(name))
  const host = (headers.get('host') ?? new URL(url).host).replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return !isForwarded && isLoopback(caller.address.replace(/^::ffff:/, '')) && isLoopback(host)
}
