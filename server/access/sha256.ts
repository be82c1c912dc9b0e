import { hash } from 'node:crypto'

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256Of(content: string | Uint8Array): string {
  return hash('sha256', content)
}
