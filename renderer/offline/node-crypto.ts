import { sha256 } from '@noble/hashes/sha2.js'

/** SHA-256 as `node:crypto` offers it, for the operations that run in a browser. */
export function createHash(_algorithm: 'sha256'): Hash {
  const hash = sha256.create()
  const made: Hash = {
    update(content) {
      hash.update(typeof content === 'string' ? new TextEncoder().encode(content) : content)
      return made
    },
    digest(encoding) {
      const bytes = hash.digest()
      return encoding === 'hex' ? bytes.toHex() : bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
    },
  }
  return made
}

interface Hash {
  update(content: string | Uint8Array): Hash
  digest(encoding: 'hex' | 'base64url'): string
}
