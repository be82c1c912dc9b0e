import { describe, expect, test, vi } from 'vitest'
import { baseAge } from '../../electron/base-age.ts'
import type { MenuEntry } from '../../electron/electron-api.ts'
import { menuBar } from '../../electron/menu.ts'
import { pageRoutes } from '../../server/api/page-routes.ts'
import { startRecorded } from './fake-electron.ts'

const nothing = () => undefined
const barOn = (platform: string) =>
  menuBar({
    platform,
    lanUrl: undefined,
    recent: ['/obra/casa.plomada.json'],
    base: 'Base 2026.11.0, de este mes',
    toggleLan: nothing,
    show: nothing,
    command: nothing,
    openFile: nothing,
    openRecent: nothing,
    clearRecent: nothing,
    back: nothing,
    forward: nothing,
    print: nothing,
    preview: nothing,
    savePage: nothing,
    about: nothing,
    showLog: nothing,
    newerProgram: undefined,
    findProgram: nothing,
  })
const entries = (bar: readonly MenuEntry[]) => bar.flatMap(({ submenu }) => submenu ?? [])

describe('the menu', () => {
  test('is in Spanish, with a label for every entry', () => {
    expect(barOn('win32').map(({ label }) => label)).toEqual(['Archivo', 'Edición', 'Ver', 'Ir', 'Servidor', 'Ayuda'])
    for (const platform of ['win32', 'darwin'])
      for (const entry of entries(barOn(platform))) expect(entry.type === 'separator' || entry.label !== undefined).toBe(true)
  })
  test('has edit, zoom, full screen and quit commands', () => {
    const roles = entries(barOn('linux')).flatMap(({ role }) => role ?? [])
    expect(roles).toEqual([
      ...['quit', 'undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'],
      ...['reload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'],
    ])
  })
  test('begins with the application menu on macOS', () => {
    const bar = barOn('darwin')
    expect(bar.map(({ label }) => label)).toEqual(['Plomada', 'Archivo', 'Edición', 'Ver', 'Ir', 'Servidor', 'Ayuda'])
    expect(bar[0]?.submenu?.map(({ role, label, type }) => role ?? type ?? label)).toEqual([
      ...['Acerca de Plomada', 'separator', 'services', 'separator', 'hide', 'hideOthers', 'unhide', 'separator', 'quit'],
    ])
    expect(entries(bar).filter(({ role }) => role === 'quit')).toHaveLength(1)
    expect(entries(bar).filter(({ label }) => label === 'Acerca de Plomada')).toHaveLength(1)
  })
  test('uses no shortcut twice', () => {
    for (const platform of ['linux', 'darwin']) {
      const keys = entries(barOn(platform)).flatMap(({ accelerator }) => accelerator ?? [])
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
  test('opens every page, goes back and forward, and prints', async () => {
    const { recorder, stop } = await startRecorded()
    const pages = pageRoutes.filter((path) => /^\/\w+$/.test(path))
    recorder.calls.length = 0
    for (const entry of recorder.menu.find(({ label }) => label === 'Ir')?.submenu ?? []) entry.click?.()
    recorder.click('Imprimir…')
    await vi.waitFor(() => expect(recorder.calls).toContain('print'))
    expect(recorder.calls).toEqual(['back', 'forward', ...pages.map((path) => `go ${path}`), 'print'])
    for (const path of pages) expect((await recorder.request(`plomada://app${path}`)).status).toBe(200)
    expect((await recorder.request('plomada://app/docs/')).status).toBe(200)
    await stop()
  })
  test('shows the versions of program and knowledge base, ready to copy', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    recorder.pressed = 1
    recorder.click('Acerca de Plomada')
    await vi.waitFor(() => expect(recorder.copied).toHaveLength(1))
    const { kb, reference_date } = (await (await recorder.request('plomada://app/api/v1/meta')).json()) as {
      kb: { version: string; sha256: string }
      reference_date: string
    }
    expect(recorder.copied[0]).toBe(
      `Plomada 1.2.3\nBase de normativa ${kb.version}, textos vigentes el ${reference_date} (${baseAge(reference_date, new Date())})\nsha256 ${kb.sha256}\nDatos en ${dataFolder}`,
    )
    await stop()
  })
})
