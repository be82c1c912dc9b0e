import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Acknowledged } from './acknowledged-writes.ts'
import { runLimited } from './child-process.ts'

// A process that writes keys, projects and audit to one folder is killed repeatedly at random moments. PLOMADA_KILLS=100 is the long run.
const kills = Number(process.env['PLOMADA_KILLS'] ?? 5)

test(`every acknowledged write survives each of ${kills} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-kill-'))
  const acknowledged = new Acknowledged()
  for (let kill = 0; kill < kills; kill++) {
    const { code, lines } = await runLimited('endless-writer.ts', [folder, '1000000'], { killAfterMs: Math.random() * 150 })
    expect(code).toBe(null)
    expect(lines.length).toBeGreaterThan(0)
    acknowledged.add(lines)
    expect(await acknowledged.missingIn(folder)).toEqual({ missing: [], audit: undefined })
  }
  const { kept, revoked, revisions, deleted, lines } = acknowledged
  if (process.env['PLOMADA_KILLS'] !== undefined)
    console.log(
      `${kills} kills: ${kept.size} keys, ${revoked.size} rotations and revocations, ${revisions.size} projects, ${deleted.size} deletions, ${lines.size} lines of audit`,
    )
}, 900_000)
