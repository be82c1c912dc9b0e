import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { packFormat } from '../../server/kb/pack-schema.ts'
import { hashSources } from './hash.ts'
import { openSources } from './source-file.ts'

/** The files that make the base; a change in any of them makes a pack stale. */
const sourceEndings = [
  ['normativa', '.yaml'],
  ['normativa', '.md'],
  ['normativa', '.csv'],
  ['geo', '.csv'],
  ['geo', '.yaml'],
  ['vocabulary', '.yaml'],
  ['vocabulary', '.tsv'],
  ['mapping', '.yaml'],
] as const

/** True if a pack was compiled from the sources as they stand, for this program's format. */
export function isCurrent(root: string, packFile: string): boolean {
  if (!existsSync(packFile)) return false
  const sources = openSources(root)
  for (const [folder, ending] of sourceEndings) for (const file of sources.list(folder, ending)) sources.read(file)
  sources.read('pack.yaml')
  try {
    const database = new Database(packFile, { readonly: true })
    const value = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
    const isSame = value.get('sha256')?.value === hashSources(sources.texts) && value.get('format')?.value === String(packFormat)
    // An earlier compiler wrote no indexes.
    const isIndexed = ['rule_index', 'term_index'].every((key) => value.get(key) !== undefined)
    database.close()
    return isSame && isIndexed
  } catch {
    return false
  }
}
