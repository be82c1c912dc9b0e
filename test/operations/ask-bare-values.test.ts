import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf } from '../service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))

describe('a value without its unit', () => {
  test.each([
    ['puerta accesible anchura de paso 78, ¿vale?', 'NON_COMPLIANT', 'se supone cm. 78 cm no cumple'],
    ['puerta accesible anchura de paso 0,83, ¿vale?', 'COMPLIANT', 'se supone m. 0,83 m cumple'],
    ['puerta accesible anchura de paso 830, ¿vale?', 'COMPLIANT', 'se supone mm. 830 mm cumple'],
    ['¿Cumple una cubierta plana en Madrid con U de 0,40?', 'NON_COMPLIANT', 'se supone W/m²K. 0,40 W/m²K no cumple'],
    ['contrahuella 12 en zona de uso general ¿pasa?', 'NON_COMPLIANT', 'se supone cm. 12 cm no cumple'],
  ])('is judged in the one unit in which it has the size of the limit, which is said: %s', async (question, verdict, said) => {
    const body = await ask(question)
    expect(body).toMatchObject({ verdict })
    expect(body['answer']).toContain(said)
  })
  test('is judged as with that unit, and not where what is meant is in doubt', async () => {
    expect(await ask('¿Cumple una altura de barandilla de 0,95?')).toMatchObject({ verdict: null })
    expect(await ask('¿Cumple una altura de barandilla de 0,95 m?')).toMatchObject({ verdict: null })
  })
  test('is asked back where its size tells no unit', async () => {
    const body = await ask('puerta de paso de 0,7 de anchura ¿cumple?')
    expect(body).toMatchObject({ verdict: null })
    expect(body['answer']).toMatch(/^0,7: la pregunta no dice la unidad, y puede ser .* o /)
  })
  test('is told as a number of things where the rule counts them', async () => {
    expect((await ask('hotel de 60 habitaciones con 1 alojamiento accesible, ¿basta?'))['answer']).toMatch(/^1 no cumple/)
  })
  test('states no condition that it has not the size of', async () => {
    expect((await ask('rampa de longitud 250 con pendiente del 10 %, ¿vale?'))['answer']).toContain('menor que 3 m')
  })
})
