import { describe, expect, test } from 'vitest'
import { keyIn } from '../../renderer/key-page.tsx'
import { checkAddress, placesFor, subjectsFor } from '../../renderer/palette/commands.ts'
import type { Option } from '../../renderer/shared/options.ts'
import { searchKey } from '../../renderer/text.ts'
import { checkFrom } from '../../renderer/verificar/check.ts'

const place = (id: string, label: string, province: string): Option => ({ id, label, hint: province, search: searchKey(`${label} ${province}`) })
const places = [
  place('ES-05019', 'Ávila (05019)', 'Ávila'),
  place('ES-05265', 'Vita (05265)', 'Ávila'),
  place('ES-28079', 'Madrid (28079)', 'Madrid'),
]
const vocabulary = {
  elements: [
    { id: 'lucernario', label: 'Lucernario', aliases: ['ventana de cubierta'], parameters: ['transmitancia'] },
    { id: 'cubierta-plana', label: 'Cubierta plana', aliases: ['azotea'], parameters: ['transmitancia', 'pendiente'] },
  ],
  parameters: [
    { id: 'transmitancia', label: 'Transmitancia térmica', aliases: ['coeficiente U'], symbols: ['U'], units: ['W/m²K'] },
    { id: 'pendiente', label: 'Pendiente', aliases: [], symbols: [], units: ['%'] },
  ],
}
const checkAt = (address: string, change: Parameters<typeof checkAddress>[1]) =>
  checkFrom(new URL(checkAddress(new URL(address, 'http://localhost'), change), 'http://localhost').searchParams)

describe('the palette', () => {
  test('finds places by name, code and province, names first; without text it offers recent ones that still exist', () => {
    const ids = (text: string, last: string[] = []) => placesFor(places, text, last).map(({ id }) => id)
    expect(ids('avila')).toEqual(['ES-05019', 'ES-05265'])
    expect(ids('28079')).toEqual(['ES-28079'])
    expect(ids('avila', ['Vita (05265)'])).toEqual(['ES-05265', 'ES-05019'])
    expect(ids('', ['Madrid (28079)', 'Atlántida (00000)'])).toEqual(['ES-28079'])
  })

  test('offers an element by any of its names, and its parameter if the text names both', () => {
    expect(subjectsFor(vocabulary, 'azotea', [])).toEqual([{ element: 'Cubierta plana', hint: 'azotea' }])
    expect(subjectsFor(vocabulary, 'cubierta transm', [])).toEqual([
      { element: 'Cubierta plana', parameter: 'Transmitancia térmica' },
      { element: 'Lucernario', parameter: 'Transmitancia térmica' },
    ])
    expect(subjectsFor(vocabulary, 'cubierta transm', ['Lucernario'])[0]).toMatchObject({ element: 'Lucernario' })
    expect(subjectsFor(vocabulary, 'lucernario pendiente', [])).toEqual([])
    expect(subjectsFor(vocabulary, 'transmitancia', [])).toEqual([])
  })

  test('keeps the current check if only the place changes, and the place if the subject changes', () => {
    const now = '/verificar?lugar=Madrid+(28079)&elemento=Cubierta+plana&parametro=Transmitancia+t%C3%A9rmica&valor=0,5&unidad=W/m²K&c.altitud_m=650'
    expect(checkAt(now, { place: 'Ávila (05019)' })).toMatchObject({ place: 'Ávila (05019)', value: '0,5', unit: 'W/m²K' })
    expect(checkAt(now, { place: 'Ávila (05019)' }).context).toEqual({})
    expect(checkAt(now, { element: 'Lucernario' })).toMatchObject({
      place: 'Madrid (28079)',
      element: 'Lucernario',
      parameter: '',
      value: '',
      context: {},
    })
    expect(checkAt('/buscar?q=1', { element: 'Lucernario' })).toMatchObject({ place: '', element: 'Lucernario' })
  })
})

describe('a pasted key', () => {
  test.each([
    ['plm_abc123', 'plm_abc123'],
    ['  plm_abc123\n', 'plm_abc123'],
    ['Authorization: Bearer plm_abc123', 'plm_abc123'],
    ['http://127.0.0.1:4780/#clave=plm_abc123', 'plm_abc123'],
    ['otra cosa', 'otra cosa'],
  ])('%j is %s', (pasted, key) => {
    expect(keyIn(pasted)).toBe(key)
  })
})
