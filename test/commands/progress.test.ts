import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { progressLines, toldWhileWaiting } from '../../server/commands/time-left.ts'

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
  test('not one that is quick, and nobody who is not there', async () => {
    expect((await told(['backup', join(folder, 'quick')], { stepMs: 1 })).lines).toEqual([])
    expect((await told(['backup', join(folder, 'alone')], { isWatched: false })).lines).toEqual([])
  })
})

test('the time left is that of the stage, and what was asked for is told from the beginning', () => {
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const err: string[] = []
  const lines = progressLines({ environment: {}, language: 'es', out: () => undefined, err: (text) => err.push(text) }, true)
  const [read, check] = [
    { es: 'Leyendo', en: 'Reading' },
    { es: 'Comprobando', en: 'Checking' },
  ]
  for (const [stage, at, done] of [
    [read, 0, 0],
    [read, 500, 1],
    [read, 9000, 4],
    [check, 10_000, 1],
    [check, 12_000, 2],
  ] as const) {
    ms = at
    lines(stage, done, 4)
  }
  expect(err).toEqual(['Leyendo (0 %)', 'Leyendo (100 %)', 'Comprobando (25 %)', 'Comprobando (50 %), quedan 2 s'])
})

test('what nobody knows the whole of is told each second, while it lasts', async () => {
  vi.useFakeTimers()
  try {
    const err: string[] = []
    const terminal = { environment: {}, language: 'en', isWatched: true, out: () => undefined, err: (text: string) => err.push(text) } as const
    const work = new Promise<string>((resolve) => setTimeout(resolve, 2500, 'done'))
    const waited = toldWhileWaiting(terminal, { es: 'Componiendo', en: 'Writing' }, work)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await waited).toBe('done')
    expect(err).toEqual(['Writing: 1 s', 'Writing: 2 s'])
  } finally {
    vi.useRealTimers()
  }
})
