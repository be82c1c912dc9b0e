import { fold } from '../engine/fold.ts'

/** The key of a room name: without case, accents, signs, and numbers at its ends. `1 - Dormitorio 2` and `DORMITORIO` have the same. */
export function roomKey(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^(?:[a-z]?\d+[a-z]? )+/, '')
    .replace(/(?: [a-z]?\d+[a-z]?)+ *$/, '')
    .trim()
}
