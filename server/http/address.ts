const percentCode = /%[0-9a-f]{2}/gi

/**
 * The path of an address with its unreserved characters (letters, digits, `-`, `.`, `_`, `~`) written plainly, as RFC 3986 (6.2.2.2)
 * says they mean the same. Decoded once: what that leaves is not decoded again.
 */
function plainPath(path: string): string {
  return path.replace(percentCode, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}

/** The same request at its plain address, so that routing, audit and procedures all read one spelling of it. */
export function atPlainAddress(request: Request): Request {
  const url = new URL(request.url)
  const path = plainPath(url.pathname)
  if (path === url.pathname) return request
  url.pathname = path
  return copied(request, url.href, request.body)
}

/** A request with another address or body. */
export function copied({ method, headers }: Request, url: string, body: ReadableStream<Uint8Array> | null): Request {
  const init = { method, headers, body, duplex: 'half' }
  return new Request(url, init)
}
