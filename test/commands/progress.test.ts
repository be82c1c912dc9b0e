import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { runCli } from '../../server/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-progress-'))
afterEach(() => void vi.restoreAllMocks())

/** What a command says on the way; each look at the clock is `stepMs` later. */
async function told(args: readonly string[], { isWatched = true, stepMs = 2000 } = {}) {
  const err: string[] = []
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += stepMs))
  const environment = { PLOMADA_DATA: join(folder, 'state'), PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, isWatched, out: () => undefined, err: (text) => err.push(text) })
  vi.restoreAllMocks()
  return { code, lines: err }
}

describe('who looks on is told how far a command is, once it takes longer than a second', () => {
  const copy = join(folder, 'copy')
  test('backup and restore', async () => {
    await told(['key', 'add', '--name', 'x'])
    expect((await told(['backup', copy])).lines).toContainEqual(expect.stringMatching(/^Copiando \(\d+ %\)(, quedan \d+ s)?$/))
    expect((await told(['restore', copy, '--lang', 'en'])).lines).toContainEqual(expect.stringMatching(/^Restoring \(\d+ %\)(, \d+ s left)?$/))
  })
  test('the export of the audit, whose whole is not known for some days', async () => {
    expect((await told(['audit', 'export', '--out', join(folder, 'a')])).lines).toContainEqual(
      expect.stringMatching(/^Exportando el registro \(\d+ %\)/),
    )
    const some = ['audit', 'export', '--from', '2020-01-01', '--out', join(folder, 'b')]
    expect((await told(some)).lines[0]).toBe('Exportando el registro')
  })
  test('a model, stage by stage', async () => {
    const { lines } = await told(['ifc', 'test/fixtures/ifc/piso.ifc', '--geo', 'Madrid'])
    expect(lines).toContainEqual(expect.stringMatching(/^Comprobando \(\d+ %\)/))
  })
  test('not one that is quick, and nobody who is not there', async () => {
    expect((await told(['backup', join(folder, 'quick')], { stepMs: 1 })).lines).toEqual([])
    expect((await told(['backup', join(folder, 'alone')], { isWatched: false })).lines).toEqual([])
  })
  test('a ficha, whose whole nobody knows', async () => {
    const project = join(folder, 'casa.json')
    writeFileSync(project, '{"name":"Casa","geo_id":"ES-28079","checks":[]}')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true, advanceTimeDelta: 1000 })
    const { code, lines } = await told(['ficha', project, '--out', join(folder, 'casa.pdf')])
    vi.useRealTimers()
    expect(code).toBe(0)
    expect(lines[0]).toMatch(/^Componiendo la ficha: \d+ s$/)
  }, 60_000)
})
