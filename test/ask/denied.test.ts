import { describe, expect, test } from 'vitest'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))

describe('what a question denies, and what it judges', () => {
  test.each([
    ['Solado fijo en la azotea, cubierta no ventilada, con juntas de dilatación cada 6 m. ¿Vale así?', 'hs1-cubierta-solado-juntas-no-ventilada'],
    ['La puerta de salida del local necesita 150 N de fuerza para abrirla, y no está en un itinerario accesible. ¿Se admite?', 'sua3-1-fuerza'],
    [
      'Vivienda nueva con caldera propia: desde la caldera hasta el grifo hay 18 m de tubería de ida y no hemos montado red de retorno. ¿Vale?',
      'hs4-retorno-acs-sin-retorno',
    ],
  ])('a condition that is denied does not hold: %s', async (query, rule) => {
    expect(await ask(query)).toMatchObject({ verdict: 'NON_COMPLIANT', figures: [{ rule }] })
  })

  test('a temperature at the end of a sentence keeps its unit', async () => {
    const body = await ask('Radiadores de una obra nueva calculados para que el agua les entre a 70 ºC. ¿Lo permite el RITE?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT' })
  })

  test('a quantity that the question does not ask for in the end does not hold back the verdict on the one it asks for', async () => {
    const lamp = 'El foco que va dentro de la piscina se alimenta a 12 V de alterna con transformador de seguridad puesto en la caseta, a 6 m.'
    expect(await ask(`${lamp} ¿Correcto de tensión?`)).toMatchObject({ verdict: 'COMPLIANT' })
    expect(await ask(`${lamp} ¿Correcto?`)).toMatchObject({ verdict: null })
  })

  test('a value that another thing may have, and that thing complies with it, is not refused', async () => {
    const body = await ask(
      'Tubo horizontal de recogida de lluvia de 160 mm al 2 %, le llegan 500 m² de cubierta en una zona de 150 mm/h. ¿Aguanta según tablas?',
    )
    expect(body).toMatchObject({ verdict: null, figures: [] })
  })
})
