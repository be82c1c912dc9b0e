import { describe, expect, test } from 'vitest'
import { menuBar } from '../../electron/menu.ts'
import { startRecorded } from './shell.ts'

describe('the menu', () => {
  test('is in Spanish, every entry with its own words', () => {
    const bar = menuBar({ lanUrl: undefined, turnLan: () => undefined, show: () => undefined, print: () => undefined })
    expect(bar.map(({ label }) => label)).toEqual(['Archivo', 'Edición', 'Ver', 'Ir', 'Servidor', 'Ayuda'])
    for (const entry of bar.flatMap(({ submenu }) => submenu ?? [])) expect(entry.type === 'separator' || entry.label !== undefined).toBe(true)
  })
  test('goes to the pages and prints', async () => {
    const { recorder, stop } = await startRecorded()
    recorder.click('Municipios')
    recorder.click('Imprimir…')
    expect(recorder.calls.slice(-2)).toEqual(['load plomada://app/municipios', 'print'])
    for (const path of recorder.calls.filter((call) => call.startsWith('load ')).map((call) => call.slice('load '.length)))
      expect((await recorder.request(path)).status).toBe(200)
    stop()
  })
})
