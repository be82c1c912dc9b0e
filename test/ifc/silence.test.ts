import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureReason } from '../../server/ifc/failure-reason.ts'
import { type Limits, readModelFile, usualLimits } from '../../server/ifc/read-file.ts'
import { forkReader, type StartReader } from '../../server/reader/child.ts'
import { cpuMsOf } from '../../server/reader/silence.ts'
import { flat } from '../fixtures/ifc/models.ts'

const folder = mkdtempSync(join(tmpdir(), 'ifc-silence-'))
const model = join(folder, 'good.ifc')
writeFileSync(model, flat())
/** A reader that does something else. */
const instead = (script: string): StartReader => {
  const file = join(folder, `${script.length}.mjs`)
  writeFileSync(file, script)
  return () => forkReader(file)
}
const read = (start: StartReader, changed: Partial<Limits>) => readModelFile(model, { wanted: [], start, limits: { ...usualLimits, ...changed } })

describe.skipIf(process.platform !== 'linux')('a good model on a busy machine', () => {
  test('is read, however long its reader waits for a turn', async () => {
    const start: StartReader = (script) => {
      const child = forkReader(script)
      const { pid } = child
      if (pid !== undefined) {
        process.kill(pid, 'SIGSTOP')
        setTimeout(() => process.kill(pid, 'SIGCONT'), 4000)
      }
      return child
    }
    expect((await read(start, { mostSilentMs: 3000 })).elements.length).toBeGreaterThan(5)
  }, 30_000)

  test('the processor time of a process is counted, and of none that has ended', () => {
    expect(cpuMsOf(process.pid)).toBeGreaterThan(10)
    expect(cpuMsOf(2 ** 30)).toBeUndefined()
    expect(cpuMsOf(undefined)).toBeUndefined()
  })
})

describe('what is no proof of damage is not called so', () => {
  test.each([
    ['a reader that works for ever', 'process.on("message", () => { for (;;); })', 'time', 'sin avanzar'],
    ['a reader whose process ends', 'process.on("message", () => process.kill(process.pid, "SIGKILL"))', 'ended', 'memoria'],
  ])('%s', async (_, script, reason, words) => {
    const refused = await read(instead(script), { mostSilentMs: 500 }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ reason, detail: { es: expect.stringContaining(words) } })
    expect(String(refused)).not.toContain('dañado')
  })

  test.each([
    [new Error('Aborted(OOM). Build with -sASSERTIONS for more info.'), 'machine'],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'machine'],
    [Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }), 'machine'],
    [new RangeError('Maximum call stack size exceeded'), 'unreadable'],
    [new SyntaxError('The library cannot open the file'), 'unreadable'],
  ])('%s', (error, reason) => expect(failureReason(error)).toBe(reason))
})
