import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { windowOptions } from '../../electron/window.ts'
import { readWindowState } from '../../electron/window-state.ts'
import { type Started, startRecorded } from './fake-electron.ts'

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
        show: false,
        backgroundColor: '#f5f6f8',
        icon: expect.stringMatching(/256x256\.png$/),
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
    await stop()
  })
  test('has no developer tools in an installed program', () => {
    const options = windowOptions({ width: 900, height: 700, isMaximized: false }, { isPackaged: true, icon: undefined, isDark: false })
    expect(options.webPreferences.devTools).toBe(false)
    expect(options).not.toHaveProperty('icon')
  })
  test('restores its last position', async () => {
    const first = await startRecorded()
    first.recorder.isMaximized = true
    first.recorder.emit('window close')
    first.stop()
    expect(JSON.parse(readFileSync(join(first.dataFolder, 'window.json'), 'utf8'))).toMatchObject({ width: 900, isMaximized: true })
    const { recorder, stop } = await reopen(first)
    expect(recorder.windows[0]).toMatchObject({ x: 10, y: 20, width: 900, height: 700 })
    expect(recorder.calls).not.toContain('show')
    recorder.emit('window ready-to-show')
    expect(recorder.calls.slice(-2)).toEqual(['maximize', 'show'])
    await stop()
  })
  test.each(['', 'nada', '[]', '{"width":-1,"height":700,"isMaximized":false}', '{"width":900,"height":700,"isMaximized":false,"preload":"x"}'])(
    'uses its default size if %j is stored',
    (text) => {
      const file = join(mkdtempSync(join(tmpdir(), 'plomada-window-')), 'window.json')
      writeFileSync(file, text)
      expect(readWindowState(file, [])).toEqual({ width: 1280, height: 860, isMaximized: false })
    },
  )
  test('closes even if the folder cannot be written', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    mkdirSync(join(dataFolder, 'window.json'))
    expect(() => recorder.emit('window close')).not.toThrow()
    await stop()
  })
})

describe('a window position on two displays, the second to the left and lower', () => {
  const displays = [{ workArea: { x: 0, y: 30, width: 1920, height: 1050 } }, { workArea: { x: -1280, y: 200, width: 1280, height: 700 } }]
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-window-')), 'window.json')
  const read = (x: number, y: number, width = 900, height = 600) => {
    writeFileSync(file, JSON.stringify({ x, y, width, height, isMaximized: false }))
    return readWindowState(file, displays)
  }
  const cases: readonly (readonly [string, number, number, boolean])[] = [
    ['sixty pixels from the right edge', 1860, 100, true],
    ['nearer than that', 1861, 100, false],
    ['its top at the top of the display', 100, 30, true],
    ['its title under the bar above', 100, 29, false],
    ['sixty pixels from the bottom', 100, 1020, true],
    ['nearer than that to the bottom', 100, 1021, false],
    ['on the second display', -1200, 200, true],
    ['sixty pixels of it on the second display', -2120, 300, true],
    ['further left than that', -2121, 300, false],
    ['above the second display', -1200, 199, false],
  ]
  test.each(cases)('%s', (_name, x, y, isKept) => {
    expect(read(x, y)).toEqual(isKept ? { x, y, width: 900, height: 600, isMaximized: false } : { width: 900, height: 600, isMaximized: false })
  })
  test('without a valid position the window fits the first display', () => {
    expect(read(5000, 5000, 3000, 2000)).toEqual({ width: 1920, height: 1050, isMaximized: false })
  })
})
