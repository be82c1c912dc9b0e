import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { inject } from 'vitest'
import { sha256Of } from '../../server/access/sha256.ts'
import { ruleIndexOf } from '../../server/engine/rule-list.ts'
import { openKnowledgeBase, packMeta } from '../../server/kb/open.ts'
import { formatPublicKey, generateKeys, type SecretKey, signContent } from '../../server/packs/minisign.ts'
import { formatManifest } from '../../server/packs/pack-file.ts'

export interface SignedPack {
  readonly bytes: Buffer
  readonly signature: string
}

export const keys = generateKeys()

/** The data folder of an installation that trusts `keys`. */
export function dataFolder(trusted: readonly SecretKey[] = [keys]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-packs-'))
  mkdirSync(join(folder, 'trust'))
  for (const key of trusted) writeFileSync(join(folder, 'trust', `${key.id}.pub`), formatPublicKey(key))
  return folder
}

/** The real knowledge base without most articles and places, so that packing is fast. Verdicts in Madrid are the same. */
let small: string | undefined

/** The small base with another version, and optionally another reference date and other changes. */
export function baseFile(version: string, referenceDate?: string, sql = ''): string {
  small ??= changedBase(
    inject('packFile'),
    "DELETE FROM section WHERE document <> 'cte-db-he'; DELETE FROM search_index; DELETE FROM municipality WHERE province <> '28'; DELETE FROM printed_table WHERE document <> 'cte-db-he'; DELETE FROM rule WHERE document <> 'cte-db-he'; DELETE FROM meta WHERE key = 'rule_index'; VACUUM",
    indexRules,
  )
  return changedBase(
    small,
    `UPDATE meta SET value = '${version}' WHERE key = 'version'; ${referenceDate === undefined ? '' : `UPDATE meta SET value = '${referenceDate}' WHERE key = 'reference_date';`} ${sql}`,
  )
}

/** Indexes the rules that a base has, as the compiler does. */
function indexRules(file: string): void {
  const kb = openKnowledgeBase(file)
  const index = JSON.stringify(ruleIndexOf(kb.book.rules))
  kb.close()
  const database = new Database(file)
  database.prepare("INSERT INTO meta VALUES ('rule_index', ?)").run(index)
  database.close()
}

function changedBase(from: string, sql: string, then: (file: string) => void = () => undefined): string {
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-base-')), 'base.kb')
  copyFileSync(from, file)
  const database = new Database(file)
  database.exec(sql)
  database.close()
  then(file)
  return file
}

/** A signed pack of a base file. `lies` replaces fields of its manifest. */
export function signedPack(file: string, lies: Record<string, unknown> = {}, key: SecretKey = keys): SignedPack {
  const base = readFileSync(file)
  const { id, version, referenceDate, sha256 } = packMeta(file)
  const line = formatManifest({
    id,
    version,
    reference_date: referenceDate,
    sources_sha256: sha256,
    file_sha256: sha256Of(base),
    file_bytes: base.length,
    commit: null,
    coverage: { documents: 1, articles: 1, rules: 1, deciding: 1, municipalities: 1 },
  })
  return sign(Buffer.concat([Buffer.from(`${JSON.stringify({ ...JSON.parse(line), ...lies })}\n`), gzipSync(base, { level: 1 })]), key)
}

export function sign(bytes: Buffer, key: SecretKey = keys): SignedPack {
  return { bytes, signature: signContent(bytes, key, 'prueba') }
}

/** The bytes with one bit flipped. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
