import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Download } from '../../electron/electron-api.ts'
import { type Started, startRecorded } from './fake-electron.ts'

let desktop: Started
beforeAll(async () => {
  desktop = await startRecorded()
})
afterAll(() => desktop.stop())

/** Simulates a page saving a file, and returns what happened. */
function save(address: string, name: string) {
  let isRefused = false
  let options: Parameters<Download['setSaveDialogOptions']>[0] | undefined
  let end: Parameters<Download['once']>[1] = () => undefined
  desktop.recorder.download?.(
    {
      preventDefault: () => {
        isRefused = true
      },
    },
    {
      getURL: () => address,
      getFilename: () => name,
      setSaveDialogOptions: (given) => {
        options = given
      },
      once: (_event, listener) => {
        end = listener
      },
    },
  )
  return { isRefused, options, end }
}
const blob = 'blob:plomada://app/0b5e'

describe('a file that a page saves', () => {
  test.each([
    ['ficha.pdf', 'Documento PDF', 'pdf'],
    ['Comprobaciones.CSV', 'Tabla CSV', 'csv'],
    ['vivienda.plomada.json', 'Archivo JSON', 'json'],
    ['plano.dxf', 'DXF', 'dxf'],
  ])('%s opens a Spanish save dialog for its file type or any', (name, kind, extension) => {
    const { isRefused, options } = save(blob, name)
    expect(isRefused).toBe(false)
    expect(options).toEqual({
      title: `Guardar «${name}»`,
      filters: [
        { name: kind, extensions: [extension] },
        { name: 'Todos los archivos', extensions: ['*'] },
      ],
    })
  })
  test('without a file type is saved as any type', () => {
    expect(save('plomada://app/api/v1/export', 'copia').options?.filters).toEqual([{ name: 'Todos los archivos', extensions: ['*'] }])
  })
  test.each([
    'https://www.boe.es/x.pdf',
    'http://127.0.0.1:4780/x',
    'blob:https://example.org/1',
    'data:text/csv,x',
    'file:///etc/passwd',
    'plomada://otro/x',
  ])('is blocked from %s', (address) => {
    expect(save(address, 'x.pdf')).toMatchObject({ isRefused: true, options: undefined })
  })
  test('shows a message only if it could not be written', () => {
    const { end } = save(blob, 'ficha.pdf')
    end({}, 'completed')
    end({}, 'cancelled')
    expect(desktop.recorder.messages).toEqual([])
    end({}, 'interrupted')
    expect(desktop.recorder.messages).toMatchObject([{ message: 'El archivo no se ha guardado', detail: expect.stringContaining('«ficha.pdf»') }])
    expect(desktop.recorder.orphans).toEqual([])
  })
})
