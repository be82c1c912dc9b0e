import { describe, expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt, outcomeOf } from './answers.ts'

// An unchanged rule is in force since its real date: an earlier day is decided with the edition of that day, and what the
// base does not hold of that edition is said, never taken for "no rule".

const service = startService()
const check = checkerAt(service, 'ES-28079')
const warningsOf = (body: Json): string => JSON.stringify(body['warnings'] ?? [])

const reserve = ['concentracion-contadores', 'altura-borde-inferior', 0.2, 'm', {}] as const
const drop = ['circuito-vivienda', 'caida-tension', 3.5, '%', { circuito: 'C2', caida_tension_compensada: false }] as const
const insurance = [
  'garantia-decenal',
  'duracion-garantia',
  9,
  'año',
  { uso: 'residencial_privado', autopromotor_uso_propio: true, rehabilitacion_anterior_loe: false },
] as const
const room = ['sala-maquinas', 'altura-libre', 2.4, 'm', { potencia_kw: 100, equipos_sin_sala_maquinas: false }] as const
const tightness = ['envases-glp-hasta-15', 'duracion-prueba', 9, 'min', { envase_unico_aparato_movil: false }] as const

describe('a carried rule', () => {
  test.each([
    ['REBT of 2003', drop, 'rebt', '2005-05-05', '2002'],
    ['REBT of 2010', drop, 'rebt', '2012-05-05', '2010'],
    ['REBT of 2003, meters', reserve, 'rebt', '2003-09-18', '2002'],
    ['REBT of 2015, meters', reserve, 'rebt', '2016-05-05', '2014'],
    ['LOE of 2000: no exception for who builds his own house', insurance, 'loe', '2001-05-05', '2000'],
    ['RITE of 2009', room, 'rite', '2010-05-05', '2009'],
    ['RITE of 2013', room, 'rite', '2015-05-05', '2013'],
    ['RD 919/2006 of 2007', tightness, 'rd-919-2006', '2007-03-04', '2007'],
    ['RD 919/2006 of 2015', tightness, 'rd-919-2006', '2018-05-05', '2015'],
  ])('%s is decided with the edition of the day', async (_name, [element, parameter, value, unit, context], slug, day, version) => {
    const body = await check(element, parameter, value, unit, context, { as_of: day, codes: [{ slug }] })
    expect(outcomeOf(body)).toBe('NON_COMPLIANT')
    expect(JSON.stringify(body)).toContain(`"version":"${version}"`)
  })
  test('has the exceptions of the edition of the day, not later ones', async () => {
    const [element, parameter, value, unit, context] = insurance
    expect(outcomeOf(await check(element, parameter, value, unit, context, { as_of: '2010-05-05', codes: [{ slug: 'loe' }] }))).toBe(
      'no-applicable-rule',
    )
  })
  test('has the scope of the edition of the day: until 2021 the REBT left small repairs of older installations alone', async () => {
    const [element, parameter, value, unit] = drop
    const context = { ...drop[4], instalacion_anterior_rebt: true, parte_electrica_afectada: true, obra_importancia_rebt: false }
    const on = async (day: string) => outcomeOf(await check(element, parameter, value, unit, context, { as_of: day, codes: [{ slug: 'rebt' }] }))
    expect(await on('2020-05-05')).toBe('no-applicable-rule')
    expect(await on('2021-07-01')).toBe('NON_COMPLIANT')
  })
})

describe('what an earlier edition lacks in the base', () => {
  test('is answered as not held', async () => {
    const body = await check(
      'instalacion-generadora-bt',
      'sensibilidad',
      300,
      'mA',
      { uso: 'residencial_privado', generacion_interconectada: true },
      { as_of: '2016-05-05', codes: [{ slug: 'rebt' }] },
    )
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'rule-not-held' })
  })
  test('is answered as not held before the first edition held', async () => {
    const body = await check('cantidades-a-cuenta', 'sancion-sobre-cantidades', 30, '%', {}, { as_of: '2005-05-05', codes: [{ slug: 'loe' }] })
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'rule-not-held' })
  })
  test('is answered as not held where another rule of the same thing is, and does not bind the case', async () => {
    const context = { alimentacion_gas: 'envases_o_deposito', envase_unico_aparato_movil: false }
    const body = await check('instalacion-receptora-gas', 'periodicidad-operacion', 6, 'año', context, {
      as_of: '2018-05-05',
      codes: [{ slug: 'rd-919-2006' }],
    })
    expect(body).toMatchObject({ code: 'no-applicable-rule', reason: 'not-held' })
  })
  test('is answered as not held in an edition held in part', async () => {
    const body = await check(
      'local-ventilado',
      'co2-sobre-exterior',
      900,
      'ppm',
      { ida: 'ida_2' },
      { as_of: '2015-05-05', codes: [{ slug: 'rite' }] },
    )
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'rule-not-held' })
    const before = await check(room[0], room[1], room[2], room[3], room[4], { as_of: '2009-05-05', codes: [{ slug: 'rite' }] })
    expect(before).toMatchObject({ code: 'not-in-force', reason: 'edition-not-held' })
  })
  test('is said with the verdict of the others', async () => {
    const context = { tipo_aparato_gas: 'estanco', conducto_humos_adecuado: false }
    const body = await check('salida-directa-humos', 'potencia-aparato', 60, 'kW', context, { as_of: '2007-12-05' })
    expect(outcomeOf(body)).toBe('COMPLIANT')
    expect(warningsOf(body)).not.toContain('La base no tiene RITE')
    const later = await check('salida-directa-humos', 'potencia-aparato', 60, 'kW', context, { as_of: '2009-05-05' })
    expect(outcomeOf(later)).toBe('COMPLIANT')
    expect(warningsOf(later)).toContain('La base no tiene RITE')
  })
  test.each([
    ['DB-HR', ['dormitorio', 'aislamiento-ruido-exterior-d2mntatr', 25, 'dBA'], 'cte-db-hr', '2015-05-05', 'rule-not-held'],
    ['DB-HR', ['dormitorio', 'aislamiento-ruido-exterior-d2mntatr', 25, 'dBA'], 'cte-db-hr', '2008-05-05', 'rule-not-held'],
    ['DB-SI', ['puerta-evacuacion', 'anchura', 0.7, 'm'], 'cte-db-si', '2015-05-05', 'edition-not-held'],
    ['DB-SI', ['puerta-evacuacion', 'anchura', 0.7, 'm'], 'cte-db-si', '2010-10-05', 'edition-not-held'],
    ['DB-SUA', ['escalera', 'huella', 20, 'cm'], 'cte-db-sua', '2012-05-05', 'edition-not-held'],
    ['DB-SUA', ['escalera', 'huella', 20, 'cm'], 'cte-db-sua', '2018-05-05', 'edition-not-held'],
  ] as const)(
    '%s is not held before 28-12-2019: no text proves what that change left alone',
    async (_name, [element, parameter, value, unit], slug, day, reason) => {
      expect(await check(element, parameter, value, unit, {}, { as_of: day, codes: [{ slug }] })).toMatchObject({ code: 'not-in-force', reason })
    },
  )
})
