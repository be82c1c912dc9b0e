import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isLinkLocal, isLocalNetworkAddress } from './private-network.ts'
import type { ServerHosts } from './tls-certificate.ts'

/**
 * The present names and addresses of this machine: its host name, `otherNames` from the operator, and its loopback, private and link-local
 * addresses. Link-local IPv6 addresses are left out, because they need a zone, which a certificate cannot contain.
 */
export function ownHosts(otherNames: readonly string[]): ServerHosts {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return {
    names: [...new Set([...namesOf(hostname()), ...otherNames.filter(isName)])],
    addresses: [...new Set(['127.0.0.1', '::1', ...addresses.filter(isUsable)])],
  }
}

/** The names derived from a host name: the full name, its first label, that label under `.local`, and `localhost`. */
export function namesOf(host: string): string[] {
  const full = host.toLowerCase()
  const short = full.split('.')[0] ?? ''
  return [...new Set([full, short, `${short}.local`])].filter(isName).concat('localhost')
}

function isName(text: string): boolean {
  return isIP(text) === 0 && /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text)
}

function isUsable(address: string): boolean {
  return isLocalNetworkAddress(address) && !(isIP(address) === 6 && isLinkLocal(address))
}
