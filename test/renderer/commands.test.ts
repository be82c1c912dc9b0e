import { describe, expect, test } from 'vitest'
import { keyIn } from '../../renderer/key-page.tsx'
import { checkAddress } from '../../renderer/palette/commands.ts'
import { checkFrom } from '../../renderer/verificar/check.ts'

const checkAt = (address: string, change: Parameters<typeof checkAddress>[1]) =>
  checkFrom(new URL(checkAddress(new URL(address, 'http://localhost'), change), 'http://localhost').searchParams)

describe('the palette', () => {
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
