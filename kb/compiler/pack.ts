import { gzipSync } from 'fflate'
import { sha256Of } from '../../server/access/sha256.ts'
import { formatManifest } from '../../server/packs/pack-file.ts'
import type { Compiled } from './compile.ts'
import { coverageOf } from './coverage.ts'

/** The container of a compiled base: its manifest, and its file compressed by code of our own packages, so that any machine gives the same bytes. */
export function packOf(compiled: Compiled, base: Uint8Array, commit: string | null): Uint8Array {
  const { documents, municipalities } = coverageOf(compiled)
  const sum = (count: (document: (typeof documents)[number]) => number): number => documents.reduce((total, document) => total + count(document), 0)
  const manifest = formatManifest({
    id: compiled.id,
    version: compiled.version,
    reference_date: compiled.referenceDate,
    sources_sha256: compiled.sha256,
    file_sha256: sha256Of(base),
    file_bytes: base.length,
    commit,
    coverage: {
      documents: documents.length,
      articles: sum(({ articles }) => articles),
      rules: sum(({ rules }) => rules.total),
      deciding: sum(({ rules }) => rules.deciding),
      municipalities: municipalities.total,
    },
  })
  return Buffer.concat([Buffer.from(manifest), gzipSync(base, { level: 9, mtime: 0 })])
}
