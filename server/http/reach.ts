import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { Reachable } from './certificate.ts'
import { isLinkLocal, isNearAddress } from './private-network.ts'

/** What this machine is called, by itself and by its operator, and its loopback and private addresses, now. A link-local IPv6 address is left out: it needs a zone, which no certificate can name. */
export function ownReach(otherNames: readonly string[]): Reachable {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return {
    names: [...new Set([...namesOf(hostname()), ...otherNames.filter(isName)])],
    addresses: [...new Set(['127.0.0.1', '::1', ...addresses.filter(isServed)])],
  }
}

/** The names that a host name stands for: itself, its first word, that word under `.local`, and `localhost`. */
export function namesOf(host: string): string[] {
  const full = host.toLowerCase()
  const short = full.split('.')[0] ?? ''
  return [...new Set([full, short, `${short}.local`])].filter(isName).concat('localhost')
}

function isName(text: string): boolean {
  return isIP(text) === 0 && /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text)
}

function isServed(address: string): boolean {
  return isNearAddress(address) && !(isIP(address) === 6 && isLinkLocal(address))
}
