import { describe, expect, test } from 'vitest'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))

describe('the verdict of an answer is that of the engine', () => {
  test('a value that the engine decides is judged', async () => {
    const body = await ask('¿Cumple una barandilla de 1,00 m con una caída de 5 m?')
    expect(body).toMatchObject({ verdict: 'COMPLIANT' })
    expect(body['answer']).toMatch(/^1 m cumple|^1,00 m cumple/)
  })

  test('where a datum decides, the answer says how the value stands to the limit, what is lacking, and gives no verdict', async () => {
    const body = await ask('El tubo de caída de las basuras de un edificio es de 400 mm de diámetro. ¿Cumple?')
    expect(body).toMatchObject({ verdict: null })
    expect(body['answer']).toMatch(/^400 mm no respeta este límite, pero el caso no está decidido: falta uso del edificio/)
  })

  test('a quantity that no rule reads leaves the whole unjudged, and is named', async () => {
    const body = await ask('¿Cumple una barandilla de 1,00 m con una caída de 5 m y una temperatura de 60 °C?')
    expect(body).toMatchObject({ verdict: null })
    expect(body['answer']).toContain('Queda sin juzgar: 60 °C')
  })

  test('a value that may be of another quantity is not said to comply', async () => {
    const body = await ask('El tubo de la caldera estanca sale por la pared a 1,90 m de la acera. ¿Vale?')
    expect(body).toMatchObject({ verdict: null })
    expect(body['answer']).not.toMatch(/(?<!no )cumple/)
    expect(JSON.stringify(body['figures'])).not.toContain('"COMPLIANT"')
  })

  test('a flight of a ramp is not judged as one of a stair', async () => {
    const body = await ask('Rampa en una calle peatonal de Chinchón: un solo tramo de 8 m al 10 %. ¿Cumple?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT' })
    expect(JSON.stringify(body['figures'])).not.toContain('escalera')
  })
})
