// Signs packages as knowledge bases are signed, with minisign.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sha256Of } from '../../server/access/sha256.ts'
import { parseSecretKey, signContent } from '../../server/packs/minisign.ts'

/** Writes a `.minisig` beside each file, whose trusted comment names the file, its version and its hash. Returns the identifier of the key. */
export function signFiles(files, keyFile, version) {
  const key = parseSecretKey(readFileSync(keyFile, 'utf8'))
  for (const file of files) {
    const content = readFileSync(file)
    writeFileSync(`${file}.minisig`, signContent(content, key, `plomada ${version} file:${basename(file)} sha256:${sha256Of(content)}`))
  }
  return key.id
}
