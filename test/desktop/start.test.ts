import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { desktopConfig, startDesktop } from '../../electron/start.ts'
import { windowOptions } from '../../electron/window.ts'
import { pagesFolder } from './pages.ts'
import { Recorder, recordingShell, type Started, startRecorded } from './shell.ts'

const place = (environment: Record<string, string>) => ({
  isPackaged: false,
  resourcesFolder: '/resources',
  projectFolder: '/project',
  environment,
})
const reopen = (desktop: Started) =>
  startRecorded({ environment: { PLOMADA_DATA: desktop.dataFolder, PLOMADA_KB: inject('packFile'), PLOMADA_PORT: '0' } })

describe('the window', () => {
  test('runs its pages in a sandbox, with no preload', async () => {
    const { recorder, stop } = await startRecorded()
    expect(recorder.windows).toEqual([
      {
        width: 1280,
        height: 860,
        minWidth: 400,
        minHeight: 300,
        title: 'Plomada',
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webSecurity: true,
          webviewTag: false,
          spellcheck: false,
          devTools: true,
        },
      },
    ])
    expect(recorder.calls).toContain('load plomada://app/')
    stop()
  })
  test('has no developer tools where it was installed', () => {
    expect(windowOptions({ width: 900, height: 700, isMaximized: false }, true).webPreferences.devTools).toBe(false)
  })
  test('comes back where it was left', async () => {
    const first = await startRecorded()
    first.recorder.isMaximized = true
    first.recorder.emit('window close')
    first.stop()
    expect(JSON.parse(readFileSync(join(first.dataFolder, 'window.json'), 'utf8'))).toMatchObject({ width: 900, isMaximized: true })
    const { recorder, stop } = await reopen(first)
    expect(recorder.windows[0]).toMatchObject({ x: 10, y: 20, width: 900, height: 700 })
    expect(recorder.calls).toContain('maximize')
    stop()
  })
  test.each(['', 'nada', '[]', '{"width":-1,"height":700,"isMaximized":false}', '{"width":900,"height":700,"isMaximized":false,"preload":"x"}'])(
    'takes its usual size where %j is stored',
    async (text) => {
      const first = await startRecorded()
      first.stop()
      writeFileSync(join(first.dataFolder, 'window.json'), text)
      const { recorder, stop } = await reopen(first)
      expect(recorder.windows[0]).toMatchObject({ width: 1280, height: 860 })
      stop()
    },
  )
  test('leaves a place that no display shows', async () => {
    const first = await startRecorded()
    first.stop()
    writeFileSync(join(first.dataFolder, 'window.json'), '{"x":5000,"y":20,"width":900,"height":700,"isMaximized":false}')
    const { recorder, stop } = await reopen(first)
    expect(recorder.windows[0]).not.toHaveProperty('x')
    stop()
  })
})

describe('starting', () => {
  test('a second instance leaves at once and brings the first one forward', async () => {
    const second = new Recorder()
    await startDesktop(recordingShell(second, 'second'), place({}))
    expect(second.calls).toEqual(['quit'])
    const { recorder, stop } = await startRecorded()
    recorder.isMinimized = true
    recorder.emit('second-instance')
    expect(recorder.calls.slice(-2)).toEqual(['restore', 'focus'])
    stop()
  })
  test('says what is missing and leaves', async () => {
    const recorder = new Recorder()
    const environment = { PLOMADA_KB: '/nowhere/x.kb', PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-desktop-')) }
    await startDesktop(recordingShell(recorder), { ...place(environment), projectFolder: pagesFolder() })
    expect(recorder.messages).toMatchObject([
      { type: 'error', message: 'Plomada no puede empezar', detail: expect.stringContaining('/nowhere/x.kb') },
    ])
    expect(recorder.calls.at(-1)).toBe('exit 1')
  })
  test('takes base and pages from the resources where it was installed, whatever the environment names', () => {
    const config = desktopConfig({ ...place({ PLOMADA_KB: '/other.kb' }), isPackaged: true })
    expect(config).toMatchObject({ packFile: join('/resources', 'plomada.kb'), pagesFolder: join('/resources', 'pages') })
  })
  test('takes them from the project in development', () => {
    const config = desktopConfig(place({}))
    expect(config).toMatchObject({ packFile: join('/project', '.cache', 'plomada.kb'), pagesFolder: join('/project', '.cache', 'pages') })
  })
  test('ends when its window closes', async () => {
    const { recorder, stop } = await startRecorded()
    recorder.emit('window-all-closed')
    expect(recorder.calls.at(-1)).toBe('quit')
    stop()
  })
  test('a folder that cannot be written does not keep the window from closing', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    mkdirSync(join(dataFolder, 'window.json'))
    expect(() => recorder.emit('window close')).not.toThrow()
    stop()
  })
})
