import { expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const check = async (body: Json): Promise<Json> => bodyOf(await service.post('/api/v1/verify', { geo_id: 'ES-28079', ...body }))

test.each(['longitud', 'longitud-recorrido-evacuacion', 'longitud del recorrido'])(
  'the length of an evacuation route is bound under the name "%s"',
  async (parameter) => {
    const context = {
      uso: 'administrativo',
      numero_salidas: 1,
      salida_directa_espacio_exterior_seguro: false,
      ocupacion: 60,
      extincion_automatica: false,
      planta: 'sobre_rasante',
    }
    const body = await check({ element: 'recorrido-evacuacion', parameter, value: 40, unit: 'm', context })
    expect(body).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 25 })
  },
)

test.each(['anchura', 'anchura-libre', 'anchura-paso'])('the width of a door is bound under the name "%s"', async (parameter) => {
  const body = await check({
    element: 'puerta-portal',
    parameter,
    value: 0.7,
    unit: 'm',
    context: { uso: 'residencial_privado' },
    geo_id: 'ES-15030',
  })
  expect(body['result_status']).toBe('NON_COMPLIANT')
})
