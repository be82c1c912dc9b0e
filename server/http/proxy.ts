import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** True for the address of a proxy whose word is taken on the address of the caller behind it. */
export type IsTrustedProxy = (address: string) => boolean

/** The address that a request comes from. `claims`: what `Forwarded` and `X-Forwarded-For` say if they name two different addresses. */
export interface Origin {
  readonly address: string
  readonly claims?: readonly [forwarded: string, xForwardedFor: string]
  /** True if a trusted proxy says that its own connection has TLS. */
  readonly isProxyTls?: boolean
}

/** The headers in which proxies say on whose behalf they send a request. */
interface ForwardingHeaders {
  readonly forwarded?: string | undefined
  readonly 'x-forwarded-for'?: string | string[] | undefined
  readonly 'x-forwarded-proto'?: string | string[] | undefined
}

/** Reads networks in CIDR notation, or single addresses. Throws `SyntaxError` with the first that is neither. */
export function trustedProxies(networks: readonly string[]): IsTrustedProxy {
  const ranges = networks.map((text) => {
    try {
      return text.includes('/') ? ipaddr.parseCIDR(text) : single(ipaddr.parse(text))
    } catch {
      throw new SyntaxError(text)
    }
  })
  return (address) => {
    if (ranges.length === 0 || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/**
 * The address that a request comes from: that of the connection, or behind trusted proxies the nearest address that is not one of them. A header of any
 * other caller is not read. Where a trusted proxy hides the address before it (`unknown`, `_name`), the proxy's own address stands for it.
 */
export function originOf(connection: string, headers: ForwardingHeaders, isTrusted: IsTrustedProxy): Origin {
  if (!isTrusted(connection)) return { address: connection }
  const { forwarded, 'x-forwarded-for': xForwardedFor } = headers
  const nearest = (hops: readonly string[]): string => {
    let address = connection
    for (const hop of hops.toReversed()) {
      const next = addressIn(hop)
      if (next === undefined) return address
      address = next
      if (!isTrusted(address)) return address
    }
    return address
  }
  const fromForwarded = forwarded === undefined ? undefined : nearest(forwardedHops(forwarded))
  const fromX = xForwardedFor === undefined ? undefined : nearest([xForwardedFor].flat().join(',').split(','))
  if (fromForwarded !== undefined && fromX !== undefined && fromForwarded !== fromX) return { address: connection, claims: [fromForwarded, fromX] }
  return { address: fromForwarded ?? fromX ?? connection }
}

/**
 * The `for` of each element of a `Forwarded` header (RFC 7239); an empty text where an element has none. A header with a quote that nothing closes is one
 * element without an address: a caller may have sent that quote to hide in it what the proxy added.
 */
function forwardedHops(header: string): string[] {
  if (!/^(?:[^"]|"(?:[^"\\]|\\.)*")*$/.test(header)) return ['']
  const elements = header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
  return elements.map((element) => {
    const [, quoted, plain] = /(?:^|;)\s*for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/i.exec(element) ?? []
    return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
  })
}

/** True if the proxy at the other end of a connection is trusted and says that a request reached it, or a proxy before it, over TLS. */
export function isTlsAtProxy(connection: string, headers: ForwardingHeaders, isTrusted: IsTrustedProxy): boolean {
  const { forwarded = '', 'x-forwarded-proto': proto = '' } = headers
  const says =
    [proto].flat().some((one) => /(?:^|,)\s*https\s*(?:,|$)/i.test(one)) || /(?:^|[;,])\s*proto\s*=\s*"?https"?\s*(?:[;,]|$)/i.test(forwarded)
  return says && isTrusted(connection)
}

/** The address in an element, without its port, an IPv4-mapped one as IPv4; undefined if it is no address. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d+)?$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

function single(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
