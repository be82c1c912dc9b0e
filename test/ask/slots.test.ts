import { describe, expect, test } from 'vitest'
import { openAskIndex } from '../../server/ask/ask-index.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query, geo_id: 'ES-28079' }))

describe('ask', () => {
  test('a condition stated with two values is answered for both, and for no other', async () => {
    const reply = await ask('¿Qué superficie máxima tiene un sector de incendio de uso administrativo o docente?')
    expect(String(reply['answer'])).toMatch(/administrativo[\s\S]*docente/i)
    expect(String(reply['answer'])).not.toMatch(/hospital[^»]*:/i)
  })

  test('uses the narrower of two compatible values', async () => {
    const reply = await ask('¿Qué superficie máxima tiene un sector de incendio en una vivienda unifamiliar de uso residencial vivienda?')
    expect(reply).toMatchObject({ kind: 'figure' })
  })

  test('a letter of a name must be said: `valor U` is not `valor`, nor `U media` a half winter', () => {
    const parametersIn = (question: string): string[] =>
      openAskIndex(service.kb)
        .slots.read(question)
        .parameters.map(({ id }) => id)
    expect(parametersIn('¿Qué valor tiene que dar? Hiela medio invierno')).toEqual([])
    expect(parametersIn('¿Qué valor U tiene que dar?')).toContain('transmitancia-termica')
  })

  test('a number of people is no number of other things', () => {
    const { known } = openAskIndex(service.kb).slots.read('Tienda con una única salida, 80 personas como mucho y 30 m de recorrido. ¿Entra?')
    expect([...known.keys()]).not.toContain('numero_salidas')
  })

  test('more than a number of people is one more, and half a storey is no number of storeys', () => {
    const { slots } = openAskIndex(service.kb)
    expect(String(slots.read('Centro comercial con más de 2.000 personas de ocupación').known.get('personas'))).toBe('2001')
    expect(slots.read('Hemos dejado en cada planta ventanas de 0,90 de ancho. ¿Valen?').known.has('plantas')).toBe(false)
  })

  test('money and what is counted have no thousandths', () => {
    const { slots } = openAskIndex(service.kb)
    const read = (question: string) => slots.read(question).unclear
    expect([read('Franquicia de 2.400 € por vivienda'), read('Ocupación de 2.000 personas')]).toEqual([undefined, undefined])
    expect(read('Una anchura de 2.400 m')).toBeDefined()
  })

  test('what people say of a condition states nothing where it is denied: more than that may make it true', () => {
    const { slots } = openAskIndex(service.kb)
    const known = (question: string) => slots.read(question).known.get('uso_publico')
    expect([known('Escalera de cara al público'), known('Escalera que no es de cara al público'), known('Escalera de empleados')]).toEqual([
      'true',
      undefined,
      'false',
    ])
  })
})
