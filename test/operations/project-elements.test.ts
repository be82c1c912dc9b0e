import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const post = async (path: string, body: unknown): Promise<Json> => bodyOf(await service.post(path, body))
const verify = async (changes: Json): Promise<Json[]> => (await post('/api/v1/proyectos/verify', { ...building, ...changes }))['items'] as Json[]
const tread = { parameter: 'huella', value: 27, unit: 'cm' }

/** A building whose stairs are of general and of restricted use: a tread of 27 cm complies only in the second. */
const building = {
  geo_id: 'ES-28079',
  context: { uso: 'residencial_privado', intervencion: 'obra_nueva', tipo_uso: 'general' },
  parts: [{ name: 'Garaje', context: { uso: 'aparcamiento' } }],
  elements: [
    { id: 'e1', name: 'Escalera 1', type: 'escalera', quantity: 2 },
    { id: 'e2', name: 'Escalera del dúplex', type: 'escalera', context: { tipo_uso: 'restringido' }, storey: 'Ático' },
    { id: 'e3', name: 'Escalera del garaje', type: 'escalera', part: 'Garaje' },
  ],
}

describe('elements of a project', () => {
  test('lend their checks type and data, which win over those of the building', async () => {
    const items = await verify({
      checks: [
        { id: 'a', element_id: 'e1', ...tread },
        { id: 'b', element_id: 'e2', ...tread },
        { id: 'c', element_id: 'e3', ...tread },
        { id: 'd', element: 'escalera', part: 'Garaje', ...tread, context: { tipo_uso: 'restringido' } },
      ],
    })
    expect(items).toMatchObject([
      { id: 'a', verdict: { is_compliant: false }, element: 'escalera', element_name: 'Escalera 1', part: '', replaced: [] },
      {
        id: 'b',
        verdict: { is_compliant: true },
        context: { tipo_uso: 'restringido', uso: 'residencial_privado' },
        replaced: [{ field: 'tipo_uso', by: 'element', over: 'project', value: expect.stringMatching(/restringido/i), replaced: 'Uso general' }],
      },
      {
        id: 'c',
        verdict: { is_compliant: false },
        part: 'Garaje',
        context: { uso: 'aparcamiento' },
        replaced: [{ field: 'uso', by: 'part', over: 'project', value: 'Aparcamiento' }],
      },
      {
        id: 'd',
        verdict: { is_compliant: true },
        element_name: null,
        part: 'Garaje',
        replaced: [
          { field: 'uso', by: 'part' },
          { field: 'tipo_uso', by: 'check', over: 'project' },
        ],
      },
    ])
  })

  test('give the verdict that verify gives for the same data, also by another name of a condition', async () => {
    const [alias] = service.kb.book.dimensions.byId.get('tipo_uso')?.aliases ?? []
    const elements = [{ id: 'e2', name: 'Dúplex', type: 'escalera', context: { [alias ?? '']: 'restringido' } }]
    const [item] = await verify({ elements, checks: [{ id: 'b', element_id: 'e2', ...tread }] })
    const alone = await post('/api/v1/verify', {
      ...tread,
      element: 'escalera',
      geo_id: 'ES-28079',
      context: { ...building.context, tipo_uso: 'restringido' },
    })
    expect(item?.['verdict']).toEqual(alone)
  })

  test('a check that contradicts its element is not decided, and says with what', async () => {
    const [wrong, same] = await verify({
      checks: [
        { id: 'a', element_id: 'e2', ...tread, context: { tipo_uso: 'general' } },
        { id: 'b', element_id: 'e2', ...tread, context: { tipo_uso: 'restringido' } },
      ],
    })
    expect(wrong).toMatchObject({
      outcome: 'problem',
      problem: {
        code: 'contradiction',
        detail: expect.stringMatching(/«Escalera del dúplex».*corrija uno/),
        errors: [{ pointer: '/context/tipo_uso' }],
      },
    })
    expect(same).toMatchObject({ verdict: { is_compliant: true } })
  })

  test('what a check says against what it inherits names who says which', async () => {
    const [wrong] = await verify({ checks: [{ id: 'a', element_id: 'e1', ...tread, context: { edificio_existente: true } }] })
    expect(wrong).toMatchObject({
      problem: {
        code: 'contradiction',
        detail: expect.stringMatching(
          /«Tipo de intervención: Obra nueva» \(el proyecto\).*«.*: sí» \(la comprobación\)|«.*: sí» \(la comprobación\).*«Tipo de intervención: Obra nueva» \(el proyecto\)/,
        ),
        errors: [{ pointer: '/context/edificio_existente' }],
      },
    })
  })

  test('the ficha names the element beside the check, and which datum replaces which', async () => {
    const project = {
      name: 'Bloque',
      ...building,
      checks: [
        { id: 'a', element_id: 'e1', ...tread },
        { id: 'b', element_id: 'e2', ...tread },
        { id: 'c', element_id: 'e2', ...tread, context: { tipo_uso: 'general' } },
        { id: 'd', element: 'escalera', ...tread, context: { tipo_uso: 'restringido' } },
      ],
    }
    const { checks, conditions } = await post('/api/v1/ficha', { project, format: 'json' })
    expect((conditions as Json[]).at(-1)).toMatchObject({
      label: expect.stringMatching(/^Garaje, Uso del edificio/),
      value: 'Aparcamiento',
      origin: 'part',
    })
    expect(checks).toMatchObject([
      { element_name: 'Escalera 1', quantity: 2, element: 'Escalera', result: 'NON_COMPLIANT' },
      { element_name: 'Escalera del dúplex', storey: 'Ático', result: 'COMPLIANT' },
      { element_name: 'Escalera del dúplex', result: 'UNDECIDED', undecided: expect.stringContaining('no pueden darse a la vez') },
      { element_name: '', result: 'COMPLIANT' },
    ])
    const sources = (checks as { inputs: { source: string }[] }[]).map(({ inputs }) => inputs.map(({ source }) => source))
    expect(sources[1]).toContain('dato de Escalera del dúplex; el proyecto dice Uso general')
    expect(sources[3]).toContain('dato de la comprobación; el proyecto dice Uso general')
    const csv = await (await service.post('/api/v1/ficha', { project, format: 'csv' })).text()
    const [head, first] = csv.split('\r\n').map((line) => line.split(';'))
    expect(first?.[head?.indexOf('elemento del proyecto') ?? -1]).toBe('Escalera 1')
    expect(first?.[head?.indexOf('cantidad') ?? -1]).toBe('2')
  })

  const check = { id: 'a', element: 'escalera', ...tread }
  test.each<[string, Json, string, string]>([
    [
      'an element that is not there',
      { checks: [{ ...check, element_id: 'e9' }] },
      '/checks/0/element_id',
      'ningún elemento del proyecto tiene el id «e9»',
    ],
    [
      'an element that was removed under its checks',
      { elements: [], checks: [{ id: 'a', element_id: 'e1', ...tread }] },
      '/checks/0/element_id',
      '«e1»',
    ],
    ['no element at all', { checks: [{ id: 'a', ...tread }] }, '/checks/0/element', 'se espera un elemento'],
    ['a part that is not there', { checks: [{ ...check, part: 'Local' }] }, '/checks/0/part', 'ninguna parte del proyecto se llama «Local»'],
    ['a part that two share', { parts: [...building.parts, ...building.parts] }, '/elements/2/part', '2 partes'],
    [
      'another part than that of the element',
      { parts: [...building.parts, { name: 'Local' }], checks: [{ ...check, element_id: 'e3', part: 'Local' }] },
      '/checks/0/part',
      '«Garaje»',
    ],
    ['two elements of one id', { elements: [building.elements[0], building.elements[0]] }, '/elements/1/id', '«e1» está repetido'],
    ['an element without a name', { elements: [{ id: 'x', name: ' ', type: 'escalera' }] }, '/elements/0/name', ''],
    ['no quantity', { elements: [{ id: 'x', name: 'X', type: 'escalera', quantity: 0 }] }, '/elements/0/quantity', ''],
  ])('%s is refused by its pointer, in projects and in verify', async (_name, changes, pointer, detail) => {
    const document = { ...building, checks: [], ...changes }
    for (const answer of [await post('/api/v1/proyectos', { name: 'Bloque', ...document }), await post('/api/v1/proyectos/verify', document)])
      expect(answer).toMatchObject({ code: 'validation', errors: [{ pointer, detail: expect.stringContaining(detail) }] })
  })

  test('are stored and read as they were sent', async () => {
    const stored = await post('/api/v1/proyectos', { name: 'Bloque', ...building, checks: [{ id: 'a', element_id: 'e3', ...tread }] })
    expect(stored['project']).toMatchObject({ ...building, checks: [{ element: '', element_id: 'e3' }] })
    expect((await post('/api/v1/proyectos', stored['project']))['project']).toEqual(stored['project'])
  })
})
