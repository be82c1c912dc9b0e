import { copyFileSync, existsSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, inject, test, vi } from 'vitest'
import { desktopConfig, iconFile } from '../../electron/desktop-config.ts'
import { startDesktop } from '../../electron/start-desktop.ts'
import { Recorder, recordingShell, startRecorded } from './fake-electron.ts'
import { pagesFolder } from './pages.ts'

const place = (environment: Record<string, string>) => ({
  isPackaged: false,
  platform: 'win32',
  resourcesFolder: '/resources',
  projectFolder: '/project',
  environment,
  commandLine: ['plomada'],
  workingFolder: '/',
})
describe('starting', () => {
  test('a second instance quits at once and focuses the first one', async () => {
    const second = new Recorder()
    await startDesktop(recordingShell(second, 'second'), place({ PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-desktop-')) }))
    expect(second.calls).toEqual(['folder', 'quit'])
    const { recorder, stop } = await startRecorded()
    recorder.isMinimized = true
    recorder.emit('second-instance', {}, ['plomada'], '/')
    expect(recorder.calls.slice(-3)).toEqual(['restore', 'show', 'focus'])
    await stop()
  })
  test('there is one instance per data folder, which also has the files of Electron', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    expect(recorder.calls.slice(0, 3)).toEqual(['folder', 'schemes', 'ready'])
    expect(recorder.userData).toBe(join(dataFolder, 'desktop'))
    expect(existsSync(join(dataFolder, 'desktop'))).toBe(true)
    await stop()
  })
  test('reports that nothing can be stored, and continues', async () => {
    const recorder = new Recorder()
    const file = join(mkdtempSync(join(tmpdir(), 'plomada-desktop-')), 'fichero')
    writeFileSync(file, '')
    await startDesktop(recordingShell(recorder), { ...place({ PLOMADA_KB: inject('packFile'), PLOMADA_DATA: file }), projectFolder: pagesFolder() })
    expect(recorder.messages).toMatchObject([
      { type: 'error', message: 'Plomada solo puede leer', detail: expect.stringContaining('la carpeta de datos no deja escribir') },
    ])
    expect(recorder.windows).toHaveLength(1)
  })
  test('an installed program uses the knowledge base and pages of its resources, whatever the environment says', () => {
    const config = desktopConfig({ ...place({ PLOMADA_KB: '/other.kb' }), isPackaged: true })
    expect(config).toMatchObject({
      packFile: join('/resources', 'plomada.kb'),
      packFileIs: 'shipped',
      trustFolder: join('/resources', 'trust'),
      pagesFolder: join('/resources', 'pages'),
    })
  })
  test('in development they come from the project', () => {
    const config = desktopConfig(place({}))
    expect(config).toMatchObject({ packFile: join('/project', '.cache', 'plomada.kb'), pagesFolder: join('/project', '.cache', 'pages') })
  })
  test('quits when its window closes', async () => {
    const { recorder, stop } = await startRecorded()
    recorder.emit('window-all-closed')
    expect(recorder.calls.at(-1)).toBe('quit')
    await stop()
  })
  test('after a page crash the user can reload it or quit', async () => {
    const { recorder, stop } = await startRecorded()
    const fail = (reason: string) => recorder.emit('render-process-gone', {}, {}, { reason })
    fail('clean-exit')
    expect(recorder.messages).toEqual([])
    fail('crashed')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('load plomada://app/'))
    expect(recorder.messages).toMatchObject([{ type: 'error', message: 'La página ha dejado de funcionar' }])
    recorder.pressed = 1
    fail('oom')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('quit'))
    await stop()
  })
  test('only Linux loads the window icon from a file, and the file exists', () => {
    expect(iconFile({ ...place({}), isPackaged: true })).toBeUndefined()
    expect(iconFile({ ...place({}), platform: 'linux', isPackaged: true })).toBe(join('/resources', 'plomada.png'))
    expect(existsSync(iconFile({ ...place({}), platform: 'linux', projectFolder: process.cwd() }) ?? '')).toBe(true)
  })
})

describe('a program that cannot start shows a Spanish error and quits', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'plomada-desktop-'))
  const damaged = (damage: (file: string) => void): string => {
    const file = join(folder(), 'damaged.kb')
    copyFileSync(inject('packFile'), file)
    damage(file)
    return file
  }
  const newer = (): string => {
    const dataFolder = folder()
    const database = new Database(join(dataFolder, 'plomada.db'))
    database.pragma('user_version = 999')
    database.close()
    return dataFolder
  }
  const cases: readonly (readonly [string, () => Record<string, string>, RegExp, string])[] = [
    ['a base that is not there', () => ({ PLOMADA_KB: '/nowhere/x.kb' }), /^Falta la base .* o está dañada\. Vuelva a instalar/, '/nowhere/x.kb'],
    ['a base cut short', () => ({ PLOMADA_KB: damaged((file) => truncateSync(file, 100_000)) }), /^Falta la base .* o está dañada/, 'damaged.kb'],
    ['a base that is none', () => ({ PLOMADA_KB: damaged((file) => writeFileSync(file, 'nada')) }), /^Falta la base .* o está dañada/, 'damaged.kb'],
    ['data of a newer program', () => ({ PLOMADA_DATA: newer() }), /^La carpeta de sus datos no se puede abrir/, 'es de la versión 999'],
    ['a port that is none', () => ({ PLOMADA_PORT: 'x' }), /^Un ajuste del entorno \(PLOMADA_…\) no es válido/, 'PLOMADA_PORT'],
  ]
  test.each(cases)('%s', async (_name, environment, first, detail) => {
    const recorder = new Recorder()
    const given = { PLOMADA_KB: inject('packFile'), PLOMADA_DATA: folder(), ...environment() }
    await startDesktop(recordingShell(recorder), { ...place(given), projectFolder: pagesFolder() })
    expect(recorder.messages).toMatchObject([{ type: 'error', message: 'Plomada no puede empezar', detail: expect.stringMatching(first) }])
    expect(recorder.messages[0]?.detail).toMatch(new RegExp(`\n\nDetalle: .*${detail}`))
    expect(recorder.calls.at(-1)).toBe('exit 1')
    expect(recorder.windows).toEqual([])
  })
  test('missing pages', async () => {
    const recorder = new Recorder()
    await startDesktop(recordingShell(recorder), { ...place({ PLOMADA_KB: inject('packFile'), PLOMADA_DATA: folder() }), projectFolder: folder() })
    expect(recorder.messages[0]?.detail).toMatch(/^Faltan las páginas del programa\. Vuelva a instalar/)
    expect(recorder.calls.at(-1)).toBe('exit 1')
  })
})
