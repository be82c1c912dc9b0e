import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { baseAge } from '../../electron/base-age.ts'
import { openLogFile } from '../../electron/log-file.ts'
import { pageOfLink } from '../../electron/opened-file.ts'
import { recentFiles } from '../../electron/recent-files.ts'
import { trayIcon } from '../../electron/tray-icon.ts'
import { windowOptions } from '../../electron/window.ts'
import { sha256Of } from '../../server/access/sha256.ts'
import { formatPublicKey, generateKeys, signContent } from '../../server/packs/minisign.ts'
import { startRecorded } from './fake-electron.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'plomada-desktop-'))

describe('the menu and the page', () => {
  test('entries go through the router of the page, and load it only if it cannot answer', async () => {
    const { recorder, stop } = await startRecorded()
    recorder.click('Normativa')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('go /normativa'))
    recorder.pageDoes = false
    recorder.click('Normativa')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('load plomada://app/normativa'))
    await stop()
  })
  test('new, save and export are done by the page; where no project is shown the desktop says so, over its window', async () => {
    const { recorder, stop } = await startRecorded()
    for (const [label, call] of [
      ['Proyecto nuevo', 'new'],
      ['Guardar el proyecto como…', 'save-as'],
      ['Exportar la ficha en PDF…', 'export-pdf'],
      ['Buscar en la página…', 'find'],
      ['Buscar siguiente', 'find-next'],
    ] as const) {
      recorder.click(label)
      await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe(call))
    }
    recorder.pageDoes = false
    recorder.click('Guardar el proyecto como…')
    await vi.waitFor(() => expect(recorder.messages.at(-1)).toMatchObject({ message: 'Abra antes un proyecto' }))
    expect(recorder.orphans).toEqual([])
    await stop()
  })
  test('words are found in the page by Chromium, which says how many', async () => {
    const { recorder, stop } = await startRecorded()
    const find = async (body: unknown): Promise<Response> =>
      recorder.request('plomada://app/escritorio/buscar-en-la-pagina', { method: 'POST', body: JSON.stringify(body) })
    expect(await (await find({ text: 'rampa', direction: 'first' })).json()).toEqual({ active: 1, total: 3 })
    expect(recorder.calls.at(-1)).toBe('find rampa forward anew')
    await find({ text: 'rampa', direction: 'previous' })
    expect(recorder.calls.at(-1)).toBe('find rampa back on')
    await find({ text: '', direction: 'first' })
    expect(recorder.calls.at(-1)).toBe('stop keepSelection')
    expect((await find({ text: 1 })).status).toBe(422)
    await stop()
  })
})

describe('files and links', () => {
  test('a project, a pack with its signature, and what was opened last', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    const place = folder()
    const project = join(place, 'casa.plomada.json')
    const pack = join(place, 'base.kbpack')
    for (const [file, text] of [
      [project, '{}'],
      [pack, 'pack'],
      [`${pack}.minisig`, 'firma'],
    ] as const)
      writeFileSync(file, text)
    recorder.file = project
    recorder.click('Abrir…')
    await vi.waitFor(() => expect(recorder.calls).toContain('go /proyectos?abierto=1'))
    expect(recorder.calls).toContain(`recent ${project}`)
    recorder.emit('second-instance', {}, ['plomada', 'base.kbpack'], place)
    await vi.waitFor(() => expect(recorder.calls).toContain('go /servidor/base?abierto=2'))
    expect(await (await recorder.request('plomada://app/escritorio/abierto')).text()).toBe('pack')
    expect(await (await recorder.request('plomada://app/escritorio/abierto.minisig')).text()).toBe('firma')
    const recent = () => recorder.menu.flatMap((one) => one.submenu ?? []).find(({ label }) => label === 'Abrir reciente')
    expect(
      recent()
        ?.submenu?.map(({ label }) => label)
        .slice(0, 2),
    ).toEqual([pack, project])
    expect(JSON.parse(readFileSync(join(dataFolder, 'desktop', 'recent.json'), 'utf8'))).toEqual([pack, project])
    recorder.click(project)
    await vi.waitFor(() => expect(recorder.calls).toContain('go /proyectos?abierto=3'))
    recorder.click('Vaciar la lista')
    expect(recent()?.enabled).toBe(false)
    await stop()
  })
  test.each(['nada', '{"a":1}', '[1]', ''])('a list that is damaged is empty: %j', (text) => {
    const file = join(folder(), 'recent.json')
    writeFileSync(file, text)
    expect(recentFiles(file).list()).toEqual([])
  })
  test('a link shows a page, and nothing but a page', () => {
    expect(pageOfLink('plomada://proyectos/f47ac10b-58cc-4372-a567-0e02b2c3d479')).toBe('/proyectos/f47ac10b-58cc-4372-a567-0e02b2c3d479')
    expect(pageOfLink('plomada://app/verificar?lugar=Madrid')).toBe('/verificar?lugar=Madrid')
    expect(pageOfLink('PLOMADA://servidor/')).toBe('/servidor')
    for (const link of [
      'plomada://api/v1/meta',
      'plomada://escritorio/abierto',
      'plomada://app/../../etc',
      'plomada://servidor/base?abierto=1',
      'plomada:javascript',
      'https://proyectos',
      'no',
    ].filter((one) => one !== 'https://proyectos'))
      expect(pageOfLink(link), link).toBeUndefined()
  })
  test('a link opens its page, at the start, in a second start and on macOS', async () => {
    const { recorder, stop } = await startRecorded({ commandLine: ['plomada', 'plomada://municipios/ES-05019'] })
    expect(recorder.calls).toContain('load plomada://app/municipios/ES-05019')
    recorder.emit('second-instance', {}, ['plomada', 'plomada://buscar?q=rampa'], '/')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('go /buscar?q=rampa'))
    recorder.emit('open-url', { preventDefault: () => undefined }, 'plomada://normativa/cte/cte-db-he')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('go /normativa/cte/cte-db-he'))
    await stop()
  })
})

describe('a newer program', () => {
  const keys = generateKeys()
  /** A folder with an installer of version 99.0.0 and its signed list. */
  const release = (place: string): string => {
    mkdirSync(place, { recursive: true })
    const file = join(place, 'Plomada-99.0.0.AppImage')
    const sums = 'plomada-desktop-99.0.0.sha256'
    writeFileSync(file, 'program')
    const list = Buffer.from(`${sha256Of(Buffer.from('program'))}  Plomada-99.0.0.AppImage\n`)
    writeFileSync(join(place, sums), list)
    writeFileSync(join(place, `${sums}.minisig`), signContent(list, keys, `plomada 99.0.0 file:${sums} sha256:${sha256Of(list)}`))
    return file
  }
  const trust = (dataFolder: string): void => {
    mkdirSync(join(dataFolder, 'trust'), { recursive: true })
    writeFileSync(join(dataFolder, 'trust', `${keys.id}.pub`), formatPublicKey(keys))
  }
  test('in the folder for it is offered in the menu, and shown where it lies; nothing starts it', async () => {
    const dataFolder = folder()
    const file = release(join(dataFolder, 'programa'))
    trust(dataFolder)
    const environment = { PLOMADA_DATA: dataFolder, PLOMADA_KB: inject('packFile'), PLOMADA_PORT: '0' }
    const { recorder, stop } = await startRecorded({ environment })
    const label = 'Hay una versión nueva: 99.0.0…'
    await vi.waitFor(() => expect(recorder.menu.flatMap((one) => one.submenu ?? []).map((one) => one.label)).toContain(label), 20_000)
    expect(recorder.messages).toEqual([])
    recorder.click(label)
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe(`show ${file}`))
    expect(recorder.messages).toMatchObject([
      { message: 'Hay una versión nueva: 99.0.0', detail: expect.stringContaining(`firmada por la clave ${keys.id}`) },
    ])
    expect(recorder.calls.filter((call) => call.startsWith('open '))).toEqual([])
    await stop()
  })
  test('is looked for in a folder that the user names; one that is not as it was signed is refused', async () => {
    const place = folder()
    const { recorder, dataFolder, stop } = await startRecorded()
    const look = async (): Promise<string | undefined> => {
      const before = recorder.messages.length
      recorder.click('Buscar una versión nueva en una carpeta…')
      await vi.waitFor(() => expect(recorder.messages.length).toBe(before + 1), 20_000)
      return recorder.messages.at(-1)?.message
    }
    recorder.file = place
    recorder.pressed = 1
    expect(await look()).toBe('No hay ninguna versión más nueva')
    const file = release(place)
    expect([await look(), recorder.messages.at(-1)?.detail]).toEqual(['La versión nueva no se acepta', expect.stringContaining('no confía')])
    trust(dataFolder)
    expect(await look()).toBe('Hay una versión nueva: 99.0.0')
    writeFileSync(file, 'prograM')
    expect([await look(), recorder.messages.at(-1)?.detail]).toEqual(['La versión nueva no se acepta', expect.stringContaining('No lo instale')])
    expect(recorder.orphans).toEqual([])
    await stop()
  })
})

describe('troubles', () => {
  test('a page that does not answer can be waited for or opened again; crashes and ended processes are noted', async () => {
    const { recorder, dataFolder, stop } = await startRecorded()
    recorder.pressed = 0
    recorder.emit('window unresponsive')
    await vi.waitFor(() => expect(recorder.messages.at(-1)).toMatchObject({ message: 'La página no responde' }))
    expect(recorder.calls).not.toContain('reload')
    await new Promise((resolve) => setTimeout(resolve, 10))
    recorder.pressed = 1
    recorder.emit('window unresponsive')
    await vi.waitFor(() => expect(recorder.calls).toContain('reload'))
    recorder.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed', exitCode: 5, serviceName: 'Plomada: lectura de un archivo' })
    recorder.emit('process error', new Error('clave plm_secreto0123456789'))
    recorder.emit('render-process-gone', {}, {}, { reason: 'oom' })
    const file = join(dataFolder, 'desktop', 'plomada.log')
    const text = readFileSync(file, 'utf8')
    for (const part of ['page unresponsive', '"reason":"crashed"', '"exitCode":5', 'plm_…', '"reason":"oom"']) expect(text).toContain(part)
    expect(text).not.toContain('secreto')
    await vi.waitFor(() => expect(recorder.messages.at(-1)?.detail).toContain(file))
    expect(recorder.orphans).toEqual([])
    recorder.click('Mostrar el registro de errores')
    expect(recorder.calls).toContain(`show ${file}`)
    await stop()
  })
  test('the log is set aside when it is large, and a folder that cannot be written stops nothing', () => {
    const file = join(folder(), 'a', 'plomada.log')
    const log = openLogFile(file, () => new Date(0))
    for (let index = 0; index < 12; index++) log.add('x'.repeat(100_000))
    expect(existsSync(`${file}.1`)).toBe(true)
    expect(() => openLogFile(join(file, 'b', 'plomada.log'), () => new Date(0)).add('x')).not.toThrow()
  })
})

describe('printing', () => {
  test('the preview is a PDF in the system viewer, or the print dialog without one; a page is saved as PDF', async () => {
    const { recorder, stop } = await startRecorded()
    recorder.click('Vista previa de impresión')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toMatch(/^open .*vista-previa\.pdf$/))
    expect(readFileSync(recorder.calls.at(-1)?.slice(5) ?? '', 'utf8')).toBe('%PDF-')
    recorder.openFailure = 'No application found'
    recorder.click('Vista previa de impresión')
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('print'))
    recorder.file = join(folder(), 'pagina.pdf')
    recorder.click('Guardar la página como PDF…')
    await vi.waitFor(() => expect(readFileSync(recorder.file ?? '', 'utf8')).toBe('%PDF-'))
    await stop()
  })
})

describe('the window', () => {
  test('is shown once it is painted, in the colour of the pages', async () => {
    const { recorder, stop } = await startRecorded()
    expect(recorder.windows[0]).toMatchObject({ show: false, backgroundColor: '#f5f6f8' })
    expect(recorder.calls).not.toContain('show')
    recorder.emit('window ready-to-show')
    expect(recorder.calls.at(-1)).toBe('show')
    await stop()
    const tokens = readFileSync('renderer/style/tokens.css', 'utf8')
    const [, light, dark] = /--page: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? []
    for (const [isDark, page] of [
      [false, light],
      [true, dark],
    ] as const)
      expect(windowOptions({ width: 900, height: 700, isMaximized: false }, { isPackaged: true, icon: undefined, isDark }).backgroundColor).toBe(page)
  })
  test('closes at once without the network; with it the user chooses to go on in the tray, to stop, or to stay', async () => {
    const { recorder, stop } = await startRecorded()
    let prevented = 0
    const close = () => recorder.emit('window close', { preventDefault: () => prevented++ })
    close()
    expect(prevented).toBe(0)
    recorder.click('Servir a la red local')
    await vi.waitFor(() => expect(recorder.messages.at(-1)?.message).toMatch(/^Servidor en marcha/), 20_000)
    recorder.pressed = 2
    close()
    await vi.waitFor(() => expect(recorder.messages.at(-1)?.message).toBe('Otros equipos usan este servidor'))
    expect([prevented, recorder.calls.includes('hide'), recorder.tray]).toEqual([1, false, undefined])
    recorder.pressed = 0
    close()
    await vi.waitFor(() => expect(recorder.tray?.help).toMatch(/^Plomada sirve a la red local: https:/))
    expect(recorder.calls).toContain('hide')
    recorder.tray?.menu.find(({ label }) => label === 'Abrir Plomada')?.click?.()
    expect([recorder.calls.at(-1), recorder.tray?.isGone]).toEqual(['show', true])
    recorder.pressed = 1
    close()
    await vi.waitFor(() => expect(recorder.calls.at(-1)).toBe('quit'))
    expect(recorder.orphans).toEqual([])
    await stop()
  })
  test('the icon of the tray is the one that is drawn', () => {
    expect(trayIcon).toBe(`data:image/png;base64,${readFileSync('electron/icons/linux/24x24.png').toString('base64')}`)
  })
})

test('the age of a base in words', () => {
  const now = new Date(2026, 10, 23)
  expect(['2026-11-01', '2026-12-01', '2026-10-30', '2026-06-01', '2024-12-01', '2024-01-01'].map((day) => baseAge(day, now))).toEqual([
    'de este mes',
    'de este mes',
    'de hace un mes',
    'de hace 5 meses',
    'de hace 23 meses',
    'de hace 2 años',
  ])
})
