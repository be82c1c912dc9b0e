import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { openBases } from '../../server/packs/bases.ts'
import { checkPack } from '../../server/packs/install.ts'
import { baseFile, dataFolder, signedPack } from './test-packs.ts'

// PLOMADA_KILLS=100 is the long run.
const kills = Number(process.env['PLOMADA_KILLS'] ?? 8)

/** Starts a process that installs and rolls back, and kills it after `ms`. Resolves to true if it had reported an installation. */
function killAfter(ms: number, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-child.ts'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('close', (_code, signal) =>
      signal === 'SIGKILL' ? resolve(said.includes('installed')) : reject(new Error('the child ended by itself')),
    )
  })
}

test(
  `after ${kills} kills at random moments the knowledge base in use is always intact`,
  async () => {
    const folder = dataFolder()
    const [one, other] = ['2026.12.0', '2026.12.1'].map((version) => {
      const pack = signedPack(baseFile(version, '2026-12-01'))
      const file = join(mkdtempSync(join(tmpdir(), 'plomada-crash-')), 'x.kbpack')
      writeFileSync(file, pack.bytes)
      writeFileSync(`${file}.minisig`, pack.signature)
      return file
    })
    const bases = openBases({ dataFolder: folder, packFile: inject('packFile'), packFileIs: 'shipped', trustFolder: '' })
    const seen = { installed: 0, shipped: 0, asked: 0, unfinished: 0 }
    let isAcknowledged = false
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 10 === 0) {
        rmSync(join(folder, 'packs'), { recursive: true, force: true })
        isAcknowledged = false
      } else if (kill % 10 === 1) {
        // The other nine start with an installed base.
        bases.install(readFileSync(one ?? ''), readFileSync(`${one}.minisig`, 'utf8'))
        isAcknowledged = true
      }
      const said = await killAfter(Math.random() * 600, [folder, inject('packFile'), one ?? '', other ?? ''])
      isAcknowledged ||= said
      const chosen = bases.chosen()
      seen[chosen.origin] += 1
      if (isAcknowledged) expect(chosen.origin).toBe('installed')
      const names = existsSync(join(folder, 'packs')) ? readdirSync(join(folder, 'packs')) : []
      if (names.some((name) => name.startsWith('new-') || name.endsWith('.tmp'))) seen.unfinished += 1
      const kb = openKnowledgeBase(chosen.file)
      if (chosen.origin === 'installed') expect(['2026.12.0', '2026.12.1']).toContain(kb.meta.version)
      expect(kb.book.rules.length).toBeGreaterThan(100)
      kb.close()
      // Every folder named after a pack has that pack, complete and signed.
      for (const { pack } of bases.list())
        if (pack !== undefined) {
          const kept = (name: string): Buffer => readFileSync(join(folder, 'packs', pack.sha256, name))
          const source = [one, other].map((file) => readFileSync(file ?? '')).find((bytes) => bytes.subarray(0, 2000).includes(kept('manifest.json')))
          expect(checkPack(source ?? Buffer.alloc(0), kept('pack.minisig').toString(), bases.keys()).base).toEqual(kept('base.kb'))
        }
    }
    if (process.env['PLOMADA_KILLS'] !== undefined) console.log(`killed ${kills} times: ${JSON.stringify(seen)}`)
    // The next installation works, whatever the kills left behind.
    bases.install(readFileSync(one ?? ''), readFileSync(`${one}.minisig`, 'utf8'))
    expect(readdirSync(join(folder, 'packs')).filter((name) => name.startsWith('new-'))).toEqual([])
  },
  // On a machine with other work a start takes several times as long.
  kills * 60_000,
)
