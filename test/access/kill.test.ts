import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restore } from '../../server/access/restore.ts'
import { openStore } from '../../server/access/store.ts'
import { Acknowledged } from './acknowledged-writes.ts'
import { runLimited } from './child-process.ts'
import { hasStrace } from './traced-process.ts'

// A process that writes keys, sessions, projects, letterhead and audit to one folder is killed repeatedly at random moments. PLOMADA_KILLS=100 is the long run.
const kills = Number(process.env['PLOMADA_KILLS'] ?? 5)

test(`every acknowledged write survives each of ${kills} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-kill-'))
  const acknowledged = new Acknowledged()
  for (let kill = 0; kill < kills; kill++) {
    // By lines, and not by time alone, so that on a slow machine too every act comes before some kill: a turn of the writer says 20 lines.
    const killAfterLines = 1 + Math.floor(((kill + Math.random()) / kills) * 40)
    const { code, lines } = await runLimited('endless-writer.ts', [folder, '1000000'], { killAfterLines, killAfterMs: Math.random() * 20 })
    expect(code).toBe(null)
    expect(lines.length).toBeGreaterThan(0)
    acknowledged.add(lines)
    expect(await acknowledged.missingIn(folder)).toEqual({ missing: [], audit: undefined })
  }
  const { kept, revoked, revisions, deleted, purged, begun, ended, lines } = acknowledged
  expect([kept, revoked, revisions, deleted, purged, begun, ended, lines].map(({ size }) => size > 0)).not.toContain(false)
  if (process.env['PLOMADA_KILLS'] !== undefined)
    console.log(
      `${kills} kills: ${kept.size} keys, ${revoked.size} rotations and revocations, ${revisions.size} projects, ${deleted.size} deletions, ${purged.size} erasures, ${begun.size + ended.size} sessions, ${lines.size} lines of audit`,
    )
}, 900_000)

test(`every acknowledged backup is whole after each of ${kills} kills, and none stands half written under its name`, async () => {
  const [folder, backups] = ['data', 'backups'].map((name) => mkdtempSync(join(tmpdir(), `plomada-kill-${name}-`)))
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const args = [folder ?? '', backups ?? '', String(kill)]
    const { lines } = await runLimited('backup-writer.ts', args, { killAfterMs: Math.random() * 200 })
    acknowledged.push(...lines)
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
  const keyOf = new Map(acknowledged.map((line) => line.split(' ') as [string, string]))
  for (const [file] of keyOf) expect(existsSync(file), file).toBe(true)
  for (const name of readdirSync(backups ?? '').filter((one) => one.endsWith('.plomada'))) {
    const [file, restored] = [join(backups ?? '', name), mkdtempSync(join(tmpdir(), 'plomada-kill-'))]
    restore(restored, file, new Date())
    const store = openStore(restored, () => new Date())
    const text = keyOf.get(file)
    if (text === undefined) expect(store.keys.list().length).toBeGreaterThan(0)
    else expect(store.keys.authenticate(text).name).toBe('copiada')
    store.close()
  }
}, 900_000)

// Without strace, of Debian, this is not tested. The last step of a backup gives the file its name.
test.skipIf(!hasStrace())('a backup that is killed just before its last step leaves nothing under its name', () => {
  const [folder = '', backups = ''] = ['data', 'backups'].map((name) => mkdtempSync(join(tmpdir(), `plomada-kill-${name}-`)))
  openStore(folder, () => new Date()).close()
  const run = (under: readonly string[]) => {
    const [program = process.execPath, ...args] = [
      ...under,
      process.execPath,
      'server/main.ts',
      'backup',
      join(backups, 'copia.plomada'),
      '--data',
      folder,
    ]
    return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, UV_USE_IO_URING: '0' } })
  }
  const steps = 'rename,renameat,renameat2,link,linkat'
  const killed = run(['strace', '-o', '/dev/null', '-e', `trace=${steps}`, '-e', `inject=${steps}:signal=SIGKILL`])
  expect(killed.signal ?? killed.status).not.toBe(0)
  expect(existsSync(join(backups, 'copia.plomada'))).toBe(false)
  expect(run([]).stdout).toContain('copia.plomada')
})
