import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { restore } from '../../server/access/restore.ts'
import { existingKeyId } from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'
import { packMeta } from '../../server/kb/open.ts'
import { openBases } from '../../server/packs/bases.ts'
import { formatPublicKey } from '../../server/packs/minisign.ts'
import { baseFile, keys, signedPack } from '../packs/test-packs.ts'
import { Acknowledged } from './acknowledged-writes.ts'
import { Disk, type Luck } from './disk-model.ts'
import { hasStrace, type Operation, traceWrites } from './traced-process.ts'

// The system calls of a writing process are replayed on a disk that keeps only what was synced, and the power is cut at every sync and at
// every acknowledgement. PLOMADA_POWER_CUTS=1 is the long run: more writes, and more chances of what else the disk kept.
const isLong = process.env['PLOMADA_POWER_CUTS'] !== undefined
const chances = isLong ? 6 : 1

/** A sequence of numbers between 0 and 1 that is the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Cuts the power before each sync, where the disk may have any of the writes, and after each sync and each line said, where it may have no more than was synced. */
async function cutEverywhere(operations: readonly Operation[], folder: string, expectKept: (copy: string, said: readonly string[]) => Promise<void>) {
  const disk = new Disk(folder)
  const said: string[] = []
  const lucks = Array.from({ length: chances }, (_, seed) => numbersFrom(seed + 1))
  let cuts = 0
  const cut = async (luck: Luck | undefined): Promise<void> => {
    const copy = join(mkdtempSync(join(tmpdir(), 'plomada-cut-')), 'copy')
    disk.writeTo(copy, luck)
    await expectKept(copy, said)
    rmSync(copy, { recursive: true })
    cuts++
  }
  for (const operation of operations) {
    if (operation.kind === 'sync') for (const luck of lucks) await cut(luck)
    disk.apply(operation)
    if (operation.kind === 'said') said.push(...operation.text.trimEnd().split('\n'))
    if (operation.kind === 'said' || operation.kind === 'sync') await cut(undefined)
  }
  return cuts
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'plomada-traced-'))

describe.skipIf(!hasStrace())('a power cut (without strace, of Debian, this is not tested)', () => {
  test('loses no acknowledged key, revocation or project, and of the audit at most its last lines, with the chain whole', async () => {
    const traced = folder()
    const operations = traceWrites(join(import.meta.dirname, 'endless-writer.ts'), [traced, isLong ? '12' : '2'], traced)
    const cuts = await cutEverywhere(operations, traced, async (copy, said) => {
      const acknowledged = new Acknowledged()
      acknowledged.add(said)
      const { missing, audit } = await acknowledged.missingIn(copy)
      const lost = missing.filter((one) => one.startsWith('line '))
      expect({ missing: missing.filter((one) => !lost.includes(one)), audit }, said.at(-1)).toEqual({ missing: [], audit: undefined })
      // The audit is synced every few seconds: what it loses is its end.
      expect(lost).toEqual(lost.length === 0 ? [] : said.filter((one) => one.startsWith('line ')).slice(-lost.length))
    })
    expect(cuts).toBeGreaterThan(100)
    if (isLong) console.log(`${cuts} power cuts`)
  }, 900_000)

  test('leaves the chain of the audit whole while a new file of it is started', async () => {
    const traced = folder()
    const operations = traceWrites(join(import.meta.dirname, 'month-writer.ts'), [traced], traced)
    const now = new Date('2026-11-03T10:00:01Z')
    await cutEverywhere(operations, traced, async (copy, said) => {
      const store = openStore(copy, () => now)
      const last = said.at(-1) ?? ''
      // A file that another one follows is whole: of the lines that were written, only those of the last month may be lost.
      const kept = new Set(store.audit.newest(Number.MAX_SAFE_INTEGER, 100).map(({ request_id }) => `line ${request_id}`))
      const month = last.slice(0, 'line 2026-09'.length)
      expect(
        said.filter((line) => !line.startsWith(month) && !kept.has(line)),
        last,
      ).toEqual([])
      // A cut may come before the first signature: as the service does with its next line, what is there is signed.
      store.audit.sign()
      expect((await verifyAudit(store.audit, [])).broken, last).toBeUndefined()
      store.close()
    })
  }, 900_000)

  test('loses no trusted key, no base in use, no certificate, no signing key and no backup', async () => {
    const traced = folder()
    const source = folder()
    writeFileSync(join(source, 'key.pub'), formatPublicKey(keys))
    const packs = ['2026.12.0', '2026.12.1'].map((version) => {
      const { bytes, signature } = signedPack(baseFile(version, '2026-12-01', 'DELETE FROM answer_index; VACUUM'))
      const file = join(source, `${version}.kbpack`)
      writeFileSync(file, bytes)
      writeFileSync(`${file}.minisig`, signature)
      return file
    })
    const shipped = inject('packFile')
    const operations = traceWrites(join(import.meta.dirname, 'installation-writer.ts'), [traced, shipped, join(source, 'key.pub'), ...packs], traced)
    const everything = operations.flatMap((one) => (one.kind === 'said' ? [one.text.trimEnd()] : []))
    expect(everything.map((one) => one.split(' ')[0])).toEqual(['trusted', 'base', 'base', 'base', 'tls', 'signing', 'backup'])
    await cutEverywhere(operations, traced, async (copy, said) => {
      const last = (word: string, of = said): string | undefined => of.findLast((one) => one.startsWith(`${word} `))?.slice(word.length + 1)
      const bases = openBases({ dataFolder: copy, packFile: shipped, packFileIs: 'shipped', trustFolder: '' })
      if (said.length > 0) expect(bases.keys().map(({ id }) => id)).toEqual([last('trusted')])
      // The act in progress may be done or not.
      const shippedVersion = packMeta(shipped).version
      const either = [last('base') ?? shippedVersion, last('base', everything.slice(0, said.length + 1)) ?? shippedVersion]
      expect(either).toContain(packMeta(bases.chosen().file).version)
      if (last('tls') !== undefined) expect(readCertificate(copy)).toBe(last('tls'))
      if (last('signing') !== undefined) expect(existingKeyId(copy)).toBe(last('signing'))
      const backup = join(copy, 'copies', 'one.plomada')
      if (last('backup') === undefined) return
      const restored = folder()
      restore(restored, backup, new Date())
      const store = openStore(restored, () => new Date())
      expect(store.keys.authenticate(last('backup') ?? '').name).toBe('una')
      store.close()
    })
  }, 900_000)
})

/** The fingerprint of the authority in a data folder. */
function readCertificate(dataFolder: string): string {
  return new X509Certificate(readFileSync(join(dataFolder, 'tls', 'ca.crt'))).fingerprint256
}
