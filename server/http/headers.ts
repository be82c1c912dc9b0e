import { isIP } from 'node:net'
import type { Language } from '../errors.ts'

/** Sent with every response, pages and data alike. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The language to answer in: the first of Spanish and English by the weights of `Accept-Language`; Spanish where neither is named. */
export function languageOf(header: string | null): Language {
  const weighed = (header ?? '').split(',').flatMap((part) => {
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

/** Whether an `Accept` header takes JSON. */
export function acceptsJson(header: string | null): boolean {
  if (header === null || header.trim() === '') return true
  return header.split(',').some((part) => {
    const [type = '', ...parameters] = part.trim().toLowerCase().split(';')
    const refused = parameters.some((one) => /^\s*q=0(\.0*)?$/.test(one))
    return !refused && ['*/*', 'application/*', 'application/json', 'application/problem+json'].includes(type.trim())
  })
}

/** Whether a `Host` header may be answered: a loopback or private address, `localhost`, or a listed name. Anything else may be a rebinding attack. */
export function isHostAllowed(header: string | null, allowed: readonly string[]): boolean {
  const host = (header ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || allowed.includes(host)) return true
  switch (isIP(host)) {
    case 4:
      return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
    case 6:
      return host === '::1' || /^(fe[89ab]|f[cd])/.test(host)
    default:
      return false
  }
}
