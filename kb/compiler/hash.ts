import { createHash } from 'node:crypto'

/** SHA-256 over the sources by path, each with its length, line ends and Unicode form normalised: the same on any machine and in any folder. */
export function hashSources(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const file of [...texts.keys()].sort()) {
    const text = texts.get(file) ?? ''
    hash.update(`${file}\n${Buffer.byteLength(text)}\n`).update(text)
  }
  return hash.digest('hex')
}
