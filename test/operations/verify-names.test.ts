import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const verify = async (body: Json, language = 'es') =>
  bodyOf(await service.post('/api/v1/verify', { geo_id: 'ES-28079', ...body }, { 'accept-language': language }))

describe('what people call things', () => {
  test.each<[string, string, Json, string, string]>([
    [
      'anchura y preposiciones',
      'de la escalera',
      { element: 'escaleras', parameter: 'huella de la escalera', value: 30, unit: 'cm' },
      'escalera',
      'huella',
    ],
    ['plural', 'ventanas', { element: 'las ventanas', parameter: 'valores U', value: 1.5, unit: 'W/m2K' }, 'ventana', 'transmitancia-termica'],
    [
      'lugar de más',
      'de la terraza',
      { element: 'antepecho de la terraza', parameter: 'altura', value: 1.2, unit: 'm' },
      'barrera-proteccion',
      'altura',
    ],
    ['otra parte', 'piscina', { element: 'piscina', parameter: 'altura de la barrera', value: 1.3, unit: 'm' }, 'barrera-piscina', 'altura'],
    [
      'lo que es por definición',
      'escalera',
      { element: 'escalera', parameter: 'iluminación', value: 150, unit: 'lux', context: { zona_alumbrado: 'interior' } },
      'alumbrado-normal',
      'iluminancia-minima',
    ],
    [
      'las dos normas',
      'garaje',
      { element: 'garaje', parameter: 'caudal de ventilación', value: 150, unit: 'l/s·plaza' },
      'aparcamiento',
      'caudal-ventilacion-por-plaza',
    ],
  ])('%s (%s) is understood', async (_kind, _word, body, element, parameter) => {
    const answer = await verify(body)
    expect(answer).toMatchObject({ element, parameter })
  })

  test('what was understood is said, and what is exactly a name is not', async () => {
    const said = await verify({ element: 'antepecho de la terraza', parameter: 'altura', value: 1.2, unit: 'm' })
    expect((said['assumptions'] as string[])[0]).toBe('Se comprueba «Altura» de «Barrera de protección (barandilla, peto, antepecho)»')
    const exact = await verify({ element: 'escalera', parameter: 'huella', value: 30, unit: 'cm' })
    expect((exact['assumptions'] as string[]).join()).not.toContain('Se comprueba')
  })

  test('a use in the name is taken as stated', async () => {
    const body = { element: 'recorrido de evacuación', parameter: 'longitud', value: 30, unit: 'm' }
    const [plain, hospital] = [await verify(body), await verify({ ...body, element: 'recorrido de evacuación del hospital' })]
    const missing = (answer: Json): string[] => ((answer['missing'] ?? []) as { field: string }[]).map(({ field }) => field)
    expect(missing(plain)).toContain('uso')
    expect(missing(hospital)).not.toContain('uso')
  })

  test.each([
    ['es', 'puede ser'],
    ['en', 'say which'],
  ])('words that may mean several things are asked back, naming them (%s)', async (language, words) => {
    const body = await verify({ element: 'arqueta', parameter: 'dimensiones', value: 60, unit: 'cm' }, language)
    expect(body).toMatchObject({ code: 'unknown-parameter', candidates: ['largo-arqueta', 'ancho-arqueta'] })
    expect(body['detail']).toContain(words)
  })

  test('quantities that sound alike are never taken one for the other', async () => {
    const body = await verify({ element: 'puerta-itinerario-accesible', parameter: 'anchura de la hoja', value: 0.9, unit: 'm' })
    expect(body).toMatchObject({ code: 'unknown-parameter' })
    expect(body['detail']).toContain('no es lo mismo que')
    expect(body['candidates']).toContain('anchura-libre')
  })

  test('where another element has the rule, the error names it', async () => {
    const body = await verify({ element: 'puerta-recinto-telecomunicaciones', parameter: 'fuerza-apertura', value: 20, unit: 'N' })
    expect(body).toMatchObject({ code: 'no-applicable-rule', reason: 'no-rule' })
    expect(body['detail']).toContain('sí lo limita de')
    expect((body['candidates'] as string[]).length).toBeGreaterThan(0)
  })

  test('a condition is read in any number, case and order', async () => {
    const floor = { element: 'suelo', parameter: 'clase-resbaladicidad', value: 1, unit: '1', codes: [{ slug: 'cte-db-sua' }] }
    const one = await verify({ ...floor, context: { uso: 'Oficinas', zona_suelo: 'interior_seca', pendiente_pct: 0, uso_publico: true } })
    expect(one).not.toHaveProperty('code', 'validation')
  })
})

describe('a value as people write it', () => {
  const ramp = { element: 'rampa', parameter: 'pendiente', context: { itinerario_accesible: false } }

  test.each(['1:12', '1/12'])('%s is a ratio and needs no unit', async (value) => {
    const body = await verify({ ...ramp, value, unit: '' })
    expect(body).not.toHaveProperty('code', 'unit-mismatch')
  })
  test('a ratio is not a percentage as well', async () => {
    expect(await verify({ ...ramp, value: '1:12', unit: '%' })).toMatchObject({ code: 'validation' })
  })
  test('a slope in per cent where the rule has degrees is taken by its tangent, and the verdict says so', async () => {
    const sill = await verify({ element: 'vierteaguas', parameter: 'pendiente', value: 20, unit: '%' })
    expect(sill).toMatchObject({ result_status: 'COMPLIANT', normalized_value: 11.3099 })
    expect((sill['warnings'] as string[]).join()).toContain('por su tangente')
  })
  test('kilograms per square centimetre are a pressure where one is asked for', async () => {
    const body = await verify({ element: 'grifo', parameter: 'presión', value: 3, unit: 'kg/cm2' })
    expect(body).not.toHaveProperty('code', 'unit-mismatch')
  })
  test('a unit of another quantity of the element names that quantity', async () => {
    const body = await verify({ element: 'rampa', parameter: 'longitud de tramo', value: 8, unit: '%' })
    expect(body).toMatchObject({ code: 'unit-mismatch' })
    expect(body['detail']).toContain('«Pendiente»')
  })

  test.each([
    ['pilar', 'dimensión mínima', 25, 'cm', 'diametro-longitudinal'],
    ['pilote', 'separación', 1, 'm', 'separacion-llaves-cimiento'],
    ['techo de la vivienda', 'altura libre', 2.5, 'm', 'altura-libre'],
    ['edificio', 'altura de evacuación', 28, 'm', 'altura-evacuacion-sector'],
    ['viga', 'flecha', 0.002, '1', 'flecha-relativa-integridad'],
  ])('%s · %s: what only stands near is asked back and never judged', async (element, parameter, value, unit, near) => {
    const body = await verify({ element, parameter, value, unit })
    expect(body).toMatchObject({ code: 'unknown-parameter', candidates: expect.arrayContaining([near]) })
    expect(body['detail']).toMatch(/¿Quiere decir «[^»]+ · [^»]+»\?/)
    expect(body).not.toHaveProperty('is_compliant')
  })
})
