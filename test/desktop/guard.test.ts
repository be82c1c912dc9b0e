import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { externalOpener, hostsNamedIn } from '../../electron/navigation-guard.ts'
import { guardedContents, type Started, startRecorded } from './fake-electron.ts'

let desktop: Started
beforeAll(async () => {
  desktop = await startRecorded()
})
afterAll(() => desktop.stop())

const foreign = ['https://example.org/', 'http://127.0.0.1:4780/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'plomada://otro/']
const official = 'https://www.boe.es/buscar/act.php?id=BOE-A-2006-5515'

describe('a page', () => {
  test.each(foreign)('cannot navigate to %s', (address) => {
    const { passes, opensWindow } = guardedContents(desktop.recorder)
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) expect(passes(event, address)).toBe(false)
    expect(opensWindow(address)).toBe('deny')
    expect(desktop.recorder.opened).toEqual([])
  })
  test('can navigate among the pages of the program', () => {
    const { passes } = guardedContents(desktop.recorder)
    expect(passes('will-navigate', 'plomada://app/buscar?q=muro')).toBe(true)
  })
  test('opens official sources in the browser of the user, never in the window', () => {
    const { passes, opensWindow } = guardedContents(desktop.recorder)
    expect(passes('will-navigate', official)).toBe(false)
    expect(opensWindow(official)).toBe('deny')
    expect(desktop.recorder.opened.splice(0)).toEqual([official, official])
  })
  test.each(['media', 'geolocation', 'notifications', 'openExternal', 'fullscreen'])('is denied %s', (permission) => {
    expect(guardedContents(desktop.recorder).permission(permission)).toEqual([false, false])
  })
  test('may write to the clipboard but not read it; a foreign page may do neither', () => {
    const { permission } = guardedContents(desktop.recorder)
    expect(permission('clipboard-sanitized-write')).toEqual([true, true])
    expect(permission('clipboard-read')).toEqual([false, false])
    for (const from of ['https://example.org/', 'plomada://otro/', '']) expect(permission('clipboard-sanitized-write', from)).toEqual([false, false])
  })
  test('has no access to devices', () => {
    expect(guardedContents(desktop.recorder).device()).toBe(false)
  })
  test('makes no network requests', () => {
    const { allows } = guardedContents(desktop.recorder)
    for (const address of [
      'https://www.boe.es/',
      'http://127.0.0.1:4780/',
      'wss://example.org/',
      'file:///etc/passwd',
      'plomada://otro/',
      'blob:https://x/1',
    ])
      expect(allows(address), address).toBe(false)
    for (const address of ['plomada://app/assets/main.js', 'data:image/png;base64,', 'blob:plomada://app/1'])
      expect(allows(address), address).toBe(true)
  })
})

describe('the context menu', () => {
  const menuAt = (isEditable: boolean, selectionText: string): unknown => {
    const { recorder } = desktop
    recorder.poppedUp.length = 0
    guardedContents(recorder).page.emit('context-menu', {}, { isEditable, selectionText })
    return recorder.poppedUp.map((menu) => menu.map(({ role }) => role))
  }
  test('copies a selection, has edit commands in a field, and is not shown elsewhere', () => {
    expect(menuAt(false, '0,35 W/m²K')).toEqual([['copy']])
    expect(menuAt(true, '')).toEqual([['cut', 'copy', 'paste', 'selectAll']])
    expect(menuAt(false, ' ')).toEqual([])
  })
})

describe('outsideOpener()', () => {
  const opened: string[] = []
  const open = externalOpener(
    () => hostsNamedIn('{"url":"https://www.boe.es/a"}'),
    async (address) => opened.push(address),
  )
  test('opens only https addresses of listed hosts', () => {
    const refused = [
      'http://www.boe.es/',
      'https://boe.es.example.org/',
      'https://www.boe.es:8443/',
      'https://u:p@www.boe.es/',
      'ms-word:x',
      'nada',
      '',
    ]
    for (const address of [...refused, 'https://WWW.BOE.ES/b']) open(address)
    expect(opened).toEqual(['https://www.boe.es/b'])
  })
})
