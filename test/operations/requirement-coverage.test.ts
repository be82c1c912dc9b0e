import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()

/** A block with a car park in Burgos, of which only accessibility and safety of use are asked. */
const block = {
  geo_id: 'ES-09059',
  context: { uso: 'residencial_privado', intervencion: 'obra_nueva', tipo_uso: 'general' },
  parts: [{ name: 'Garaje', context: { uso: 'aparcamiento' } }],
  codes: [{ slug: 'cte-db-sua' }],
  limit: 1000,
}
const relation = { parameter: 'relacion-2c-h' }
const stairs = [
  { id: 'e1', name: 'Escalera 1', type: 'escalera' },
  { id: 'e2', name: 'Escalera 2', type: 'escalera' },
]

interface Covered extends Json {
  readonly rule: string
  readonly standing: string
  readonly checks: string[]
  readonly unchecked: { part: string; element_id: string | null }[]
  readonly outcomes: { parts: string[]; elements: { id: string; name: string }[]; standing: string }[]
  readonly elements: { id: string; stands: boolean }[]
}

async function ask(change: Json): Promise<Json> {
  return bodyOf(await service.post('/api/v1/exigencias', { ...block, ...change }))
}

async function ruleOf(change: Json, rule: RegExp): Promise<Covered | undefined> {
  return ((await ask(change))['items'] as Covered[]).find((one) => rule.test(one.rule))
}
const stepRelation = (change: Json): Promise<Covered | undefined> => ruleOf(change, /2c|relacion/)

describe('checks on requirements', () => {
  test('one that is limited to another norm does not count', async () => {
    const check = { id: 'a', element: 'escalera', ...relation }
    expect(await stepRelation({ checks: [{ ...check, codes: [{ slug: 'cte-db-sua' }] }] })).toMatchObject({ checks: ['a'] })
    expect(await stepRelation({ checks: [{ ...check, codes: [{ slug: 'cte-db-si' }] }] })).toMatchObject({ checks: [] })
  })

  test('one of an element counts for that element only', async () => {
    const before = await stepRelation({ elements: stairs })
    expect(before).toMatchObject({
      standing: 'applies',
      checks: [],
      unchecked: [
        { part: '', element_id: 'e1' },
        { part: '', element_id: 'e2' },
      ],
    })
    const one = await stepRelation({ elements: stairs, checks: [{ id: 'a', element_id: 'e1', ...relation }] })
    expect(one).toMatchObject({ checks: ['a'], unchecked: [{ part: '', element_id: 'e2' }] })
    const loose = await stepRelation({ elements: stairs, checks: [{ id: 'a', element: 'escalera', ...relation }] })
    expect(loose).toMatchObject({ checks: [], unchecked: [{ element_id: 'e1' }, { element_id: 'e2' }] })
    const both = await ask({
      elements: stairs,
      checks: [
        { id: 'a', element_id: 'e1', ...relation },
        { id: 'b', element_id: 'e2', ...relation },
      ],
    })
    expect(both['summary']).toMatchObject({ checked: 1, partly: 0 })
    expect((await ask({ elements: stairs, checks: [{ id: 'a', element_id: 'e1', ...relation }] }))['summary']).toMatchObject({
      checked: 0,
      partly: 1,
    })
  })

  test('without elements, one of the building stands for the parts of which the same is asked, and one of a part only for the part', async () => {
    const building = await stepRelation({ checks: [{ id: 'a', element: 'escalera', ...relation }] })
    expect(building).toMatchObject({ checks: ['a'], unchecked: [] })
    const part = await stepRelation({ checks: [{ id: 'a', element: 'escalera', part: 'Garaje', ...relation }] })
    expect(part).toMatchObject({ checks: ['a'], unchecked: [{ part: '', element_id: null }] })
    expect(await stepRelation({ checks: [{ id: 'a', element: 'escalera', parameter: 'huella' }] })).toMatchObject({ checks: [] })
  })

  test('an element with data of its own is told apart, and asked for only where the rule binds it', async () => {
    const own = [...stairs.slice(0, 1), { id: 'e3', name: 'Del dúplex', type: 'escalera', context: { tipo_uso: 'restringido' } }]
    const rule = await stepRelation({ elements: own, parts: [] })
    expect(rule?.outcomes.find(({ elements }) => elements.length > 0)).toMatchObject({
      standing: 'does_not_apply',
      parts: [],
      elements: [{ id: 'e3', name: 'Del dúplex' }],
    })
    expect(rule?.unchecked).toEqual([{ part: '', element_id: 'e1' }])
    const restricted = { ...block, context: { ...block.context, tipo_uso: 'restringido' } }
    const general = [{ id: 'e4', name: 'Común', type: 'escalera', context: { tipo_uso: 'general' } }]
    expect(await stepRelation({ ...restricted, elements: general })).toMatchObject({ standing: 'applies', unchecked: [{ element_id: 'e4' }] })
    expect(await stepRelation(restricted)).toMatchObject({ standing: 'does_not_apply', unchecked: [] })
  })

  test('wrong data of an element are an error at their place, and so is an element that is not there', async () => {
    expect(await ask({ elements: [{ ...stairs[0], context: { tipo_usso: 'x' } }] })).toMatchObject({
      errors: [{ pointer: '/elements/0/context/tipo_usso' }],
    })
    expect(await ask({ checks: [{ id: 'a', element_id: 'e1', ...relation }] })).toMatchObject({ errors: [{ pointer: '/checks/0/element_id' }] })
  })

  test('says which of the elements of a rule the building may have', async () => {
    const several = ((await ask({}))['items'] as Covered[]).find(({ elements, standing }) => elements.length > 1 && standing === 'applies')
    const [first, ...others] = several?.elements ?? []
    expect(first?.stands).toBe(true)
    const without = ((await ask({ absent: [first?.id] }))['items'] as Covered[]).find(({ rule }) => rule === several?.rule)
    expect(without?.elements).toMatchObject([{ id: first?.id, stands: false }, ...others.map(() => ({}))])
  })

  test('the ficha counts a requirement as checked only where every stair is', async () => {
    const project = { name: 'Bloque', geo_id: block.geo_id, context: block.context, elements: stairs }
    const count = async (ids: string[]): Promise<number> => {
      const checks = ids.map((id) => ({ id, element_id: id, ...relation, value: 60, unit: 'cm' }))
      const ficha = await bodyOf(await service.post('/api/v1/ficha', { project: { ...project, checks }, format: 'json' }))
      return (ficha['requirements'] as { checked: number }[]).reduce((sum, { checked }) => sum + checked, 0)
    }
    expect([await count(['e1']), await count(['e1', 'e2'])]).toEqual([0, 1])
  })
})
