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

  test('where the question leaves the case open, the verdict is that of the case that the rule is about, and names it', async () => {
    const body = await ask('El tubo de caída de las basuras de un edificio es de 400 mm de diámetro. ¿Cumple?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT', assumes: ['uso', 'intervencion'] })
    expect(body['answer']).toMatch(/^400 mm no cumple, si es este el caso, que la pregunta no precisa \(uso del edificio[^)]*vivienda[^)]*\)/)
  })

  test('where the cases of one quantity differ, there is no verdict', async () => {
    const body = await ask('El sifón del lavabo tiene 60 mm de altura del cierre hidráulico. ¿Cumple?')
    expect(body).toMatchObject({ verdict: null, assumes: [] })
    expect(body['answer']).toContain('Lo decide: uso del cierre hidráulico')
  })

  test('a question for a figure is not judged, whatever other numbers it has', async () => {
    const body = await ask('La vecina tiene 82 años y vive en Olot. ¿Qué plazo hay para hacer las obras de accesibilidad mayores?')
    expect(body).toMatchObject({ verdict: null })
  })

  test('a value that a condition has taken is judged by a rule that limits it', async () => {
    const body = await ask('Cubierta con un 18 % de pendiente y la lámina bituminosa adherida, sin fijación mecánica. ¿Correcto?')
    expect(body['answer']).toMatch(/^18 % no (cumple|respeta)/)
  })

  test('of two quantities, the one whose words stand nearest is judged', async () => {
    const body = await ask('Un itinerario de 40 m de largo tiene un vial de aproximación de bomberos de 3,20 m de ancho. ¿Cumple la anchura?')
    expect(body['answer']).toMatch(/^3,20 m no/)
  })

  test.each(['Escalera comunitaria con peldaños de 18x28, ¿valen?', 'escalera comunitaria peldaños 18x28, ¿valen?'])(
    'a measure without a unit is not taken for a count: %s',
    async (query) => {
      expect(await ask(query)).toMatchObject({ verdict: null })
    },
  )

  test('a number before what it counts is judged', async () => {
    const body = await ask('Un tramo de escalera de una zona de circulación con 2 peldaños, ¿cumple?')
    expect(body).not.toMatchObject({ verdict: 'COMPLIANT' })
    expect(body['answer']).toMatch(/^2 (peldaños )?no cumple|No lo sé/)
  })

  test('a quantity that no rule reads leaves the whole unjudged, and is named', async () => {
    const body = await ask('¿Cumple una barandilla de 1,00 m con una caída de 5 m y 60 °C?')
    expect(body).toMatchObject({ verdict: null })
    expect(body['answer']).toContain('Queda sin juzgar: 60 °C')
  })

  test('a value is not refused by a quantity that the question does not name, where it meets another of the article', async () => {
    expect(await ask('¿Puedo poner un peldaño de 17 cm en una escalera de uso general?')).toMatchObject({ verdict: null })
    expect(await ask('¿Puedo poner una huella de 17 cm en una escalera de uso general?')).toMatchObject({ verdict: 'NON_COMPLIANT' })
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

  test('a value that fails the least that a computed limit can be is judged without the datum', async () => {
    const body = await ask('Los cercos de un soporte de hormigón son de 4 mm de diámetro. ¿Vale?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT' })
    expect(body['answer']).toMatch(/^4 mm no cumple.*en todo caso como mínimo 6 mm/s)
    expect(await ask('Los cercos de un soporte de hormigón son de 8 mm de diámetro. ¿Vale?')).toMatchObject({ verdict: null })
  })

  test('kilograms on a surface are a pressure beside a limit in kPa', async () => {
    const body = await ask('La columna seca de 40 m de altura se ha probado a una presión de 16 kg/cm². ¿Cumple la prueba?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT' })
    expect(body['answer']).toContain('16 kg/cm² no cumple')
  })

  test('a condition said in the words of its label settles the case of a rule that hangs on it', async () => {
    const blind = await ask('La salida de humos de la caldera queda a 40 cm de una pared lateral que no tiene ventanas. ¿Cumple?')
    expect(blind).toMatchObject({ verdict: 'COMPLIANT', kind: 'figure' })
    const open = await ask('La salida de humos de la caldera queda a 40 cm de una pared lateral que tiene una ventana. ¿Cumple?')
    expect(open).toMatchObject({ verdict: 'NON_COMPLIANT', kind: 'figure' })
  })

  test('a value of a thing that the rule has no word of is not judged by it', async () => {
    const body = await ask('La reja del alcorque tiene agujeros de 2 cm. ¿Se puede dejar en la acera?')
    expect(body).toMatchObject({ verdict: null })
    expect(await ask('El alcorque tiene un bordillo de 2 cm de altura. ¿Se puede dejar en la acera?')).toMatchObject({ verdict: 'NON_COMPLIANT' })
  })
})
