import { isIP } from 'node:net'

/** True if a host (a name, or an address without brackets) is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** True for a literal loopback or private address (RFC 1918, RFC 4193), IPv6 without brackets. */
export function isPrivateAddress(text: string): boolean {
  return isIn(text, /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/, /^(::1$|f[cd][\da-f]{2}:)/)
}

/** True for a literal link-local address (RFC 3927, RFC 4291), IPv6 without brackets. */
export function isLinkLocal(text: string): boolean {
  return isIn(text, /^169\.254\./, /^fe[89ab][\da-f]:/)
}

/** True for a literal loopback, private or link-local address, IPv6 without brackets. */
export function isLocalNetworkAddress(text: string): boolean {
  return isPrivateAddress(text) || isLinkLocal(text)
}

function isIn(text: string, ipv4: RegExp, ipv6: RegExp): boolean {
  const address = text.toLowerCase()
  const version = isIP(address)
  return version === 4 ? ipv4.test(address) : version === 6 && ipv6.test(address)
}
