import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ElectronApi } from '../../electron/electron-api.ts'
import { startUtilityReader } from '../../electron/utility-reader.ts'
import { readModelFile, usualLimits } from '../../server/ifc/read-file.ts'
import { readerOf, type StartReader } from '../../server/reader/child.ts'
import { bodyOf } from '../service.ts'
import { Recorder, recordingShell, startRecorded } from './fake-electron.ts'

const flat = join('test', 'fixtures', 'ifc', 'piso.ifc')
const utilityReader =
  (electron: ElectronApi): StartReader =>
  (script) =>
    readerOf(startUtilityReader(electron, script))
const opened = 'plomada://app/escritorio/abierto'

describe('models in the desktop', () => {
  test('are read by a utility process of Electron, like by a process of Node', async () => {
    const { recorder, stop } = await startRecorded()
    const body = JSON.stringify({ model: readFileSync(flat).toString('base64'), name: 'piso.ifc', geo_id: 'ES-28079', format: 'json' })
    const headers = { 'content-type': 'application/json', origin: 'plomada://app' }
    const response = await recorder.request('plomada://app/api/v1/ifc', { method: 'POST', body, headers })
    expect(await bodyOf(response)).toMatchObject({ file: 'piso.ifc', schema: 'IFC4' })
    expect(recorder.calls).toContain('utility Plomada: lectura de un archivo')
    const [reader, ...others] = recorder.utilities
    expect(others).toEqual([])
    if (reader?.exitCode === null && reader.signalCode === null) await once(reader, 'exit')
    expect(reader?.signalCode).toBe('SIGKILL')
    await stop()
    const start = utilityReader(recordingShell(new Recorder()))
    expect(await readModelFile(flat, { wanted: [], start })).toEqual(await readModelFile(flat, { wanted: [] }))
  })

  test('a model over the limit of memory is refused, and a reader that computes for ever is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-model-'))
    const recorder = new Recorder()
    const start = utilityReader(recordingShell(recorder))
    await expect(readModelFile(flat, { wanted: [], start, limits: { ...usualLimits, mostMemory: 1 } })).rejects.toMatchObject({ reason: 'memory' })
    const forever = join(folder, 'forever.mjs')
    writeFileSync(forever, 'for (;;);')
    const limits = { ...usualLimits, mostMs: 500 }
    const reading = readModelFile(flat, { wanted: [], start: () => start(forever), limits })
    await expect(reading).rejects.toMatchObject({ reason: 'time' })
    const last = recorder.utilities.at(-1)
    if (last?.signalCode === null) await once(last, 'exit')
    expect(last?.signalCode).toBe('SIGKILL')
  })
})

describe('opening a model with the program', () => {
  test('from the command line, its page is the first one and reads it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-model-'))
    const file = join(folder, 'Edificio Añil.ifc')
    writeFileSync(file, readFileSync(flat))
    const { recorder, stop } = await startRecorded({ commandLine: ['plomada', '--enable-logging', 'Edificio Añil.ifc'], workingFolder: folder })
    expect(recorder.calls).toContain('load plomada://app/modelo?abierto=1')
    const response = await recorder.request(opened)
    expect([response.status, decodeURIComponent(response.headers.get('x-file-name') ?? '')]).toEqual([200, 'Edificio Añil.ifc'])
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(flat))).toBe(true)
    expect((await recorder.request(opened, { headers: { origin: 'https://example.org' } })).status).toBe(403)
    renameSync(file, `${file}.old`)
    expect((await recorder.request(opened)).status).toBe(404)
    await stop()
  })

  test('while it runs, by a second start or by macOS', async () => {
    const { recorder, stop } = await startRecorded()
    expect(recorder.calls).toContain('load plomada://app/')
    expect((await recorder.request(opened)).status).toBe(404)
    recorder.emit('second-instance', {}, ['plomada', 'piso.ifc'], join(process.cwd(), 'test', 'fixtures', 'ifc'))
    expect(recorder.calls.at(-1)).toBe('go /modelo?abierto=1')
    expect((await recorder.request(opened)).status).toBe(200)
    recorder.emit(
      'open-file',
      { preventDefault: () => recorder.calls.push('prevented') },
      join(process.cwd(), 'test', 'fixtures', 'ifc', 'aparcamiento.ifc'),
    )
    expect(recorder.calls.slice(-3)).toEqual(['show', 'focus', 'go /modelo?abierto=2'])
    expect((await recorder.request(opened)).headers.get('x-file-name')).toBe('aparcamiento.ifc')
    await stop()
  })

  test('anything but a model is not opened', async () => {
    const { recorder, stop } = await startRecorded({ commandLine: ['plomada', 'notas.txt', '--x=y.ifc'] })
    expect(recorder.calls).toContain('load plomada://app/')
    recorder.emit('second-instance', {}, ['plomada', '/etc/passwd'], '/')
    expect(recorder.calls.at(-1)).toBe('focus')
    expect((await recorder.request(opened)).status).toBe(404)
    await stop()
  })
})
