import { z } from 'zod'

/** A text field of a file in base64, of at most so many bytes. */
export function base64Field(mostBytes: number): z.ZodCustomStringFormat<'base64'> {
  return z
    .stringFormat('base64', isBase64)
    .max(Math.ceil(mostBytes / 3) * 4)
    .meta({ pattern: '^[A-Za-z0-9+/]+={0,2}$' })
}

/**
 * True for letters of base64 with at most two `=` at the end. Looked through for the first letter that is none: a pattern of the whole
 * text needs stack for each letter, and millions of them overflow it once the process has compiled many patterns.
 */
function isBase64(text: string): boolean {
  const end = text.indexOf('=')
  const padding = end < 0 ? '' : text.slice(end)
  return ['', '=', '=='].includes(padding) && text.length > padding.length && !/[^A-Za-z0-9+/=]/.test(text)
}
