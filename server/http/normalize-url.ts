const percentCode = /%[0-9a-f]{2}/gi

/**
 * Decodes the percent codes of unreserved characters (letters, digits, `-`, `.`, `_`, `~`) in a path, as RFC 3986, 6.2.2.2 recommends. Decodes
 * once only.
 */
function normalizePath(path: string): string {
  return path.replace(percentCode, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}

/** The same request with a normalized path, so that routing, the audit and tRPC all see one spelling. */
export function withNormalizedPath(request: Request): Request {
  if (!request.url.includes('%')) return request
  const url = new URL(request.url)
  const path = normalizePath(url.pathname)
  if (path === url.pathname) return request
  url.pathname = path
  return copyRequest(request, url.href, request.body)
}

/** Copies a request with another URL and body. */
export function copyRequest({ method, headers }: Request, url: string, body: ReadableStream<Uint8Array> | null): Request {
  const init = { method, headers, body, duplex: 'half' }
  return new Request(url, init)
}
