import type { Language } from '../errors/language.ts'
import { isLocalNetworkAddress } from './private-network.ts'

/** Headers sent with every response. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Chooses Spanish or English by the weights of `Accept-Language`; Spanish if neither is listed. */
export function preferredLanguage(header: string | null): Language {
  if (header === null) return 'es'
  const weighed = header.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const weight = Number(
      parameters
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    const language = tag.slice(0, 2).toLowerCase()
    return language === 'es' || language === 'en' ? [{ language, weight } as const] : []
  })
  return weighed.sort((left, right) => right.weight - left.weight)[0]?.language ?? 'es'
}

/**
 * The offered media type that an `Accept` header prefers; the first of equals. Undefined if it accepts none. `application/problem+json` counts as
 * JSON.
 */
export function preferredType(header: string | null, offered: readonly string[]): string | undefined {
  if (header === null || header === '*/*') return offered[0]
  const ranges = (header.trim() === '' ? '*/*' : header).split(',').map((part) => {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    return { range: range.trim() === 'application/problem+json' ? 'application/json' : range.trim(), weight: Number(weight ?? 1) }
  })
  // The most specific range decides the weight of a type.
  const weightOf = (type: string): number =>
    [type, type.replace(/\/.*/, '/*'), '*/*'].map((one) => ranges.find(({ range }) => range === one)?.weight).find((one) => one !== undefined) ?? 0
  const [best] = offered.toSorted((left, right) => weightOf(right) - weightOf(left))
  return best !== undefined && weightOf(best) > 0 ? best : undefined
}

/** The `Content-Disposition` of a file to save, with its name in UTF-8 and in ASCII for old programs. Characters that file systems forbid become `-`. */
export function attachment(name: string): string {
  const safe = fileName(name)
  const plain = safe
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The `Content-Disposition` of a file to show, with its name for when it is saved. */
export function inline(name: string): string {
  return attachment(name).replace(/^attachment/, 'inline')
}

/** The policy of a file that somebody added and the browser shows: no script, no form, nothing from anywhere, and an origin of its own. */
export const shownFilePolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A file name that every common file system accepts: at most 120 characters, without characters and names that Windows forbids. */
export function fileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w+)?$/s.exec(name.toWellFormed()) ?? []
  const safe = [...stem.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')]
    .slice(0, 110)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${safe === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(safe) ? 'ficha' : safe}${extension}`
}

/** True if a `Host` header is `localhost`, a loopback, private or link-local address, or in `allowed`, which is asked last. Anything else may be a DNS rebinding attack. */
export function isHostAllowed(header: string | null, allowed: () => readonly string[]): boolean {
  const host = (header ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLocalNetworkAddress(host) || allowed().includes(host)
}
