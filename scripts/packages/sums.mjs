// The list of checksums of packages, from which an installation sees that they are newer and whole.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { signFiles } from './sign.mjs'

/** Writes `<name>.sha256` for files of a folder, and signs it and them all if there is a key. Returns the list. */
export function writeSums(folder, name, { files, keyFile, version }) {
  const sums = join(folder, `${name}.sha256`)
  const line = (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`
  writeFileSync(sums, files.map(line).join(''))
  if (keyFile === undefined) console.error('The packages are not signed: name a secret key with --key (npm run kb:keygen makes one)')
  else console.error(`Signed with the key ${signFiles([...files, sums], keyFile, version)}`)
  return sums
}
