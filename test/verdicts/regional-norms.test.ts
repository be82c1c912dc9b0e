import { expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const check = async (geo: string, body: Json): Promise<Json> => bodyOf(await service.post('/api/v1/verify', { geo_id: geo, ...body }))
const door = { element: 'puerta-itinerario-accesible', parameter: 'anchura-libre', value: 0.82, unit: 'm', context: { uso_publico: true } }
const warnings = (body: Json): string => (body['warnings'] as string[]).join('\n')

test('a verdict on accessibility names the norms of the community that the base does not hold', async () => {
  const body = await check('ES-28079', door)
  expect(warnings(body)).toMatch(/hay normativa autonómica de accesibilidad que esta base no contiene .*: .*13\/2007/)
  expect(warnings(await check('ES-39075', door))).toMatch(/En Cantabria .*Ley 9\/2018/)
})

test('a norm that is held, repealed or came later is not named', async () => {
  expect(warnings(await check('ES-30030', door))).toMatch(/Murcia .*Decreto 39\/1987/)
  expect(warnings(await check('ES-30030', door))).not.toContain('Ley 4/2017')
  expect(warnings(await check('ES-30030', door))).not.toContain('Ley 5/1995')
  expect(warnings(await check('ES-26089', door))).not.toContain('Ley 5/1994')
  expect(warnings(await check('ES-08019', door))).toContain('209/2023')
  expect(warnings(await check('ES-08019', { ...door, as_of: '2024-02-29' }))).not.toContain('209/2023')
})

test('a verdict on what communities do not regulate names none', async () => {
  const body = await check('ES-46250', {
    element: 'cubierta-plana',
    parameter: 'transmitancia-termica',
    value: 0.3,
    unit: 'W/m²K',
    context: { intervencion: 'obra_nueva' },
  })
  expect(warnings(body)).not.toContain('normativa autonómica')
})

test('the Order of 1944 binds only where no regional norm took its place', async () => {
  const rule = service.kb.book.rules.find(
    ({ document, rule: one }) => document === 'orden-1944' && one.kind === 'limit' && one.verification !== 'unverified',
  )
  if (rule === undefined) throw new TypeError('The Order has no rule that decides')
  const of = (geo: string) =>
    check(geo, {
      element: rule.rule.element[0] ?? '',
      parameter: rule.rule.parameter,
      value: 1000,
      unit: rule.rule.unit,
      codes: [{ slug: 'orden-1944' }],
    })
  expect((await of('ES-41091'))['result_status']).toBeDefined()
  expect(await of('ES-33044')).toMatchObject({ code: 'no-applicable-rule' })
})
