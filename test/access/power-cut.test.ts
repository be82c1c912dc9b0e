import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Acknowledged } from './acknowledged-writes.ts'
import { Disk } from './disk-model.ts'
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

/** Every moment after which a cut can show a loss: what was synced, or said. */
async function cutEverywhere(operations: readonly Operation[], folder: string, expectKept: (copy: string, said: string[]) => Promise<void>) {
  const disk = new Disk(folder)
  const said: string[] = []
  const lucks = [undefined, ...Array.from({ length: chances }, (_, seed) => numbersFrom(seed + 1))]
  let cuts = 0
  for (const operation of operations) {
    disk.apply(operation)
    if (operation.kind === 'said') said.push(...operation.text.trimEnd().split('\n'))
    if (operation.kind !== 'said' && operation.kind !== 'sync') continue
    for (const luck of lucks) {
      const copy = join(mkdtempSync(join(tmpdir(), 'plomada-cut-')), 'copy')
      disk.writeTo(copy, luck)
      await expectKept(copy, said)
      rmSync(copy, { recursive: true })
      cuts++
    }
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
})
