import { describe, expect, test } from 'vitest'
import { type Dimensions, dimensionsFrom, holds, testsDisjoint } from '../../server/engine/condition.ts'
import { type ContextInput, defaultOf, isSameValue, mayBeGiven, overridden, readContext, readValue } from '../../server/engine/context.ts'
import { exactText, parseDecimal } from '../../server/engine/decimal.ts'
import { type Dimension, dimension, when } from '../../server/engine/schema.ts'

const values = [
  { id: 'residencial_vivienda', label: 'Residencial vivienda', aliases: ['piso', 'vivienda'] },
  { id: 'unifamiliar', label: 'Vivienda unifamiliar', broader: 'residencial_vivienda' },
  { id: 'docente', label: 'Zonas interiores secas', aliases: ['colegio'] },
]
const dimensions: Dimensions = dimensionsFrom(
  [
    { id: 'uso', label: 'Uso del edificio', type: 'enum' as const, values, aliases: ['uso principal'], default: 'docente' },
    { id: 'altura_m', label: 'Altura de evacuación', type: 'number' as const, unit: 'm', max: '100', default: '3' },
    { id: 'plantas', label: 'Número de plantas', type: 'number' as const, integer: true },
    { id: 'nuevo', label: 'Obra nueva', type: 'boolean' as const },
    { id: 'climate_zone', label: 'Zona climática', type: 'enum' as const, source: 'place' as const, values: [{ id: 'A3', label: 'A3' }] },
    { id: 'ccaa', label: 'Comunidad', type: 'enum' as const, source: 'place' as const, values: [{ id: '01', label: 'Andalucía' }] },
    {
      ...{ id: 'grado', label: 'Grado de la cosa', type: 'enum' as const },
      values: [
        { id: '1', label: 'Uno' },
        { id: '2', label: 'Dos', broader: '1' },
        { id: '3', label: 'Tres' },
      ],
    },
    { id: 'comun', label: 'Ancho libre', type: 'number' as const },
    { id: 'comun_2', label: 'Libre ancho', type: 'number' as const },
  ].map((one) => dimension.parse({ help: 'x', ...one })),
)
const dimensionOf = (id: string): Dimension => dimensions.byId.get(id) ?? dimension.parse({ id, label: id, type: 'number', help: 'x' })
const read = (input: ContextInput) => {
  const { known, errors } = readContext(input, dimensions)
  return { known: Object.fromEntries([...known].map(([name, value]) => [name, typeof value === 'string' ? value : exactText(value)])), errors }
}
const taken = (id: string, value: string | number | boolean): unknown => {
  const found = readValue(dimensionOf(id), value)
  return typeof found === 'object' && 'error' in found ? found : typeof found === 'string' ? found : exactText(found)
}

describe('the conditions of a request', () => {
  test('are read by any name of their field and of their value', () => {
    for (const field of ['uso', 'Uso', 'USO PRINCIPAL', 'uso_principal', 'edificio uso', 'Usos del edificio'])
      expect(read({ [field]: 'piso' }), field).toEqual({ known: { uso: 'residencial_vivienda' }, errors: [] })
    expect(read({ altura_m: '3,5', plantas: 4, nuevo: true })).toEqual({ known: { altura_m: '3.5', plantas: '4', nuevo: 'true' }, errors: [] })
  })

  test('that are not known are an error with those most like them, of those that may be stated', () => {
    expect(read({ usos: 'piso', 'uso del edificiio': 'piso' })).toEqual({
      known: { uso: 'residencial_vivienda' },
      errors: [{ field: 'uso del edificiio', error: 'unknown-field', candidates: expect.arrayContaining(['uso']) }],
    })
    expect(read({ ccaaa: '01' }).errors[0]?.candidates).not.toContain('ccaa')
    // Words that two fields share name neither.
    expect(read({ 'libre de ancho': 1 }).errors).toMatchObject([{ error: 'unknown-field' }])
  })

  test('that follow from the place are not taken, but for what somebody on site may know better', () => {
    expect(read({ ccaa: '01' })).toEqual({ known: {}, errors: [{ field: 'ccaa', error: 'from-place', candidates: [] }] })
    expect(read({ climate_zone: 'd3' })).toEqual({ known: { climate_zone: 'D3' }, errors: [] })
    expect(['uso', 'climate_zone', 'ccaa'].map((id) => mayBeGiven(dimensionOf(id)))).toEqual([true, true, false])
  })

  test('that are stated twice are one if they say the same, and an error with both sides if not', () => {
    expect(read({ uso: 'piso', uso_principal: 'vivienda' }).errors).toEqual([])
    expect(read({ altura_m: '3', 'Altura de evacuación': 3.0 }).errors).toEqual([])
    expect(read({ uso: 'piso', uso_principal: 'colegio' })).toEqual({
      known: { uso: 'residencial_vivienda' },
      errors: [
        {
          ...{ field: 'uso_principal', error: 'stated-twice', candidates: [] },
          sides: [
            { field: 'uso', value: 'piso' },
            { field: 'uso_principal', value: 'colegio' },
          ],
        },
      ],
    })
    expect([isSameValue('1', parseDecimal('1')), isSameValue(parseDecimal('1.0'), parseDecimal('1')), isSameValue('a', 'b')]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('of a part take the place of those of the whole, whatever they are called', () => {
    expect(overridden({ uso: 'piso', altura_m: 3, otra: 1 }, { 'Uso principal': 'colegio', otra: 2 }, dimensions)).toEqual({
      altura_m: 3,
      'Uso principal': 'colegio',
      otra: 2,
    })
  })

  test('have a default where their dimension has one', () => {
    const defaults = ['uso', 'altura_m', 'nuevo'].map((id) => defaultOf(dimensionOf(id)))
    expect(defaults.map((one) => (typeof one === 'object' ? exactText(one) : one))).toEqual(['docente', '3', undefined])
  })
})

describe('a value', () => {
  test.each([
    [12, '12'],
    ['12', '12'],
    ['1.234,5', '1234.5', 'comun'],
    ['doce', { error: 'not-a-number', candidates: [] }],
    [true, { error: 'not-a-number', candidates: [] }],
    ['3.000', { error: 'ambiguous-number', candidates: ['3000', '3,0000'] }],
    ['-1', { error: 'impossible', candidates: [] }],
    ['100', '100'],
    ['100,5', { error: 'impossible', candidates: [] }],
  ])('of a number: %j', (value, expected, id = 'altura_m') => expect(taken(id, value)).toEqual(expected))

  test.each([
    [true, 'true'],
    [1, 'true'],
    ['Sí', 'true'],
    ['yes', 'true'],
    ['TRUE', 'true'],
    [false, 'false'],
    [0, 'false'],
    ['no', 'false'],
    ['false', 'false'],
    ['quizá', { error: 'not-a-boolean', candidates: ['true', 'false'] }],
    ['', { error: 'not-a-boolean', candidates: ['true', 'false'] }],
  ])('of yes or no: %j', (value, expected) => expect(taken('nuevo', value)).toEqual(expected))

  test.each([
    ['residencial-vivienda', 'residencial_vivienda'],
    ['Piso', 'residencial_vivienda'],
    ['vivienda residencial', 'residencial_vivienda'],
    ['zona interior seca', 'docente'],
    ['COLEGIO', 'docente'],
    ['colegios', 'docente'],
    ['colegi', { error: 'unknown-value', candidates: ['docente'] }],
    ['xyz', { error: 'unknown-value', candidates: ['residencial_vivienda', 'unifamiliar', 'docente'] }],
  ])('of a list: %j', (value, expected) => expect(taken('uso', value)).toEqual(expected))

  test('of a climate zone is any that there may be, however it is typed', () => {
    expect([taken('climate_zone', 'c 2'), taken('climate_zone', 'alfa3')]).toEqual(['C2', 'α3'])
    expect(taken('climate_zone', 'z9')).toEqual({ error: 'unknown-value', candidates: ['A3'] })
  })
})

describe('conditions of rules', () => {
  const one = (dimension: string, test: unknown) => {
    const found = when.parse({ [dimension]: test })[dimension]
    if (found === undefined) throw new RangeError('a test')
    return found
  }

  test.each<[string, unknown, unknown, boolean]>([
    ['altura_m', { lt: '2' }, { gt: '3' }, true],
    ['altura_m', { lte: '2' }, { gte: '2' }, false],
    ['altura_m', { lt: '2' }, { gte: '2' }, true],
    ['altura_m', { lte: '2' }, { gt: '2' }, true],
    ['altura_m', { lt: '5' }, { lt: '2' }, false],
    ['altura_m', { gt: '5' }, { gt: '2' }, false],
    ['altura_m', { gt: '5' }, ['2', '5'], true],
    ['altura_m', { gt: '5' }, ['2', '6'], false],
    ['altura_m', { gt: '5' }, { not: '6' }, false],
    ['altura_m', '5', '5', false],
    ['altura_m', '5', '5.0', false],
    ['altura_m', '5', '6', true],
    ['altura_m', { not: '5' }, '5', true],
    ['altura_m', { not: ['5', '6'] }, { not: '7' }, false],
    ['uso', 'docente', 'residencial_vivienda', true],
    ['uso', 'unifamiliar', 'residencial_vivienda', false],
    ['uso', { not: 'residencial_vivienda' }, 'unifamiliar', true],
    ['uso', { not: 'residencial_vivienda' }, { not: 'docente' }, true],
    ['uso', { not: 'residencial_vivienda' }, { not: 'unifamiliar' }, false],
    ['grado', '2', '1', false],
    ['grado', '2', '3', true],
    ['sin_lista', { not: 'a' }, { not: 'b' }, false],
    ['sin_lista', 'a', { not: 'a' }, true],
    ['sin_lista', 'a', { not: 'b' }, false],
  ])('on %s, %j and %j leave no value to both: %s', (name, left, right, expected) => {
    expect(testsDisjoint(one(name, left), one(name, right), name, dimensions)).toBe(expected)
    expect(testsDisjoint(one(name, right), one(name, left), name, dimensions)).toBe(expected)
  })

  test('say what they hang on, unless one that does not hold settles it', () => {
    const conditions = when.parse({ uso: 'docente', nuevo: 'true', altura_m: { gt: '3' } })
    const of = (known: Record<string, string>) =>
      holds(conditions, new Map(Object.entries(known).map(([name, value]) => [name, name === 'altura_m' ? parseDecimal(value) : value])), dimensions)
    expect(of({})).toEqual({ result: 'unknown', unknown: ['uso', 'nuevo', 'altura_m'] })
    expect(of({ uso: 'docente', altura_m: '4' })).toEqual({ result: 'unknown', unknown: ['nuevo'] })
    expect(of({ altura_m: '3' })).toEqual({ result: false, unknown: [] })
    expect(of({ uso: 'docente', nuevo: 'true', altura_m: '3.1' })).toEqual({ result: true, unknown: [] })
    // What is no number is within no interval.
    expect(holds(when.parse({ altura_m: { gt: '3' } }), new Map([['altura_m', '4']]), dimensions).result).toBe(false)
  })
})
