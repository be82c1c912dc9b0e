import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 as `node:crypto` offers it, for the operations that run in a browser. */
export function createHash(_algorithm: 'sha256'): Hash {
  const state = sha256.create()
  const made: Hash = {
    update(content) {
      state.update(typeof content === 'string' ? new TextEncoder().encode(content) : content)
      return made
    },
    digest(encoding) {
      const bytes = state.digest()
      return encoding === 'hex' ? bytesToHex(bytes) : base64url(bytes)
    },
  }
  return made
}

/** SHA-256 of a text or bytes at once. */
export function hash(algorithm: 'sha256', content: string | Uint8Array, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHash(algorithm).update(content).digest(encoding)
}

// Phones of a few years ago lack `Uint8Array.prototype.toBase64`.
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

interface Hash {
  update(content: string | Uint8Array): Hash
  digest(encoding: 'hex' | 'base64url'): string
}
