import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sha256Of } from '../../server/access/sha256.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { installPack } from '../../server/packs/install.ts'
import { generateKeys, signContent } from '../../server/packs/minisign.ts'
import { formatManifest } from '../../server/packs/pack-file.ts'
import { cpuMilliseconds, type Row } from './row.ts'

/** Measures installing a signed pack of the base: signature, hashes, contents, and writing it so that it survives a power cut. */
export function packInstall(packFile: string): Row[] {
  const base = readFileSync(packFile)
  const kb = openKnowledgeBase(packFile)
  const { id, version, referenceDate, sha256 } = kb.meta
  const coverage = { documents: kb.documents.length, articles: 0, rules: kb.book.rules.length, deciding: 0, municipalities: 0 }
  kb.close()
  const manifest = formatManifest({
    ...{ id, version, reference_date: referenceDate, sources_sha256: sha256, commit: null, coverage },
    file_sha256: sha256Of(base),
    file_bytes: base.length,
  })
  const bytes = Buffer.concat([Buffer.from(manifest), gzipSync(base)])
  const key = generateKeys()
  const signature = signContent(bytes, key, 'bench')
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const spent = cpuMilliseconds(() => installPack(folder, { bytes, signature, keys: [{ ...key, origin: 'added', file: '' }] }))
  rmSync(folder, { recursive: true, force: true })
  return [{ name: `installing a pack of ${Math.round(bytes.length / 1e6)} MB, CPU`, value: spent, unit: 'ms', atMost: 2000 }]
}
