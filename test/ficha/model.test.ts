import { describe, expect, test } from 'vitest'
import { bodyOf, type Json } from '../service.ts'
import { building, ficha, model, oneRoof, service } from './building.ts'

const order = ['SI', 'SUA', 'HS', 'HR', 'HE'].map((name) => `Documento Básico ${name}`)

describe('the ficha as JSON', () => {
  test('names the origin of each condition', async () => {
    const { checks, conditions } = await model(
      oneRoof({ context: { altitud_m: 1100 }, origin: 'Plano 3', codes: [{ slug: 'cte-db-he' }] }, { context: { intervencion: 'obra_nueva' } }),
    )
    expect((checks as Json[])[0]?.['inputs']).toEqual(
      expect.arrayContaining([
        { label: 'Transmitancia térmica', value: '0,5 W/m²K', origin: 'check', source: 'Plano 3' },
        { label: 'Tipo de intervención', value: 'Obra nueva', origin: 'project', source: 'dato del proyecto' },
        { label: 'Altitud del emplazamiento', value: '1100 m', origin: 'check', source: 'dato de la comprobación' },
        expect.objectContaining({ label: 'Zona climática', origin: 'place' }),
      ]),
    )
    expect(conditions).toEqual([{ label: 'Tipo de intervención', value: 'Obra nueva', origin: 'project', source: 'dato del proyecto' }])
  })

  test('says how much of what applies to the building has a check, and how much is left open', async () => {
    const { requirements } = await model(oneRoof({}, { context: { uso: 'residencial_privado', intervencion: 'obra_nueva' } }))
    const rows = requirements as { document: string; applies: number; depends: number; checked: number }[]
    const energy = rows.find(({ document }) => document.includes('DB HE') || document.includes('Básico HE'))
    expect(energy?.checked).toBeGreaterThan(0)
    expect(energy?.checked).toBeLessThan((energy?.applies ?? 0) + (energy?.depends ?? 0))
    expect(rows.at(-1)?.document).toMatch(/^Las demás normas en vigor: \d+$/)
    expect((await model(oneRoof()))['requirements']).toEqual([])
  })

  test('has the checks by document in the order of the code, those without a verdict under theirs, those without a rule last', async () => {
    const context = { uso: 'residencial_privado', intervencion: 'obra_nueva' }
    const of = (id: string, element: string, parameter: string, value: number | string, unit: string): Json => ({
      id,
      element,
      parameter,
      value,
      unit,
    })
    const project = {
      ...oneRoof({}, { context }),
      checks: [
        of('nada', 'cosa rara', 'anchura', 1, 'm'),
        of('cubierta', 'cubierta-plana', 'transmitancia-termica', 0.3, 'W/m²K'),
        of('contrahuella', 'escalera', 'contrahuella', 18, 'cm'),
        of('sector', 'pared-sector-incendio', 'ei', 'EI 120', '1'),
      ],
    }
    const { checks, requirements } = await model(project)
    const rows = checks as { id: string; number: number; document: string; result: string }[]
    // The number of a check is the one it has in the project, on the page and on paper.
    expect(rows.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    const documents = rows.map(({ document }) => document.split('.')[0])
    expect(documents.filter((one) => one !== '')).toEqual(
      documents.filter((one) => one !== '').toSorted((left, right) => order.indexOf(left ?? '') - order.indexOf(right ?? '')),
    )
    expect(rows.find(({ id }) => id === 'sector')).toMatchObject({ number: 4, document: expect.stringMatching(/^Documento Básico SI\./) })
    expect(rows.find(({ id }) => id === 'contrahuella')).toMatchObject({
      result: 'UNDECIDED',
      document: expect.stringMatching(/^Documento Básico SUA\./),
    })
    expect(rows.at(-1)).toMatchObject({ id: 'nada', document: '' })
    const coverage = requirements as { document: string; applies: number; depends: number; checked: number; open: { count: number }[] }[]
    expect(coverage.map(({ document }) => document.split('.')[0]).slice(0, 6)).toEqual([...order, 'Documento Básico SE'])
    for (const { applies, depends, checked, open } of coverage.slice(0, -1))
      expect(open.reduce((sum, { count }) => sum + count, 0)).toBe(applies + depends - checked)
  })

  test('a check of named documents covers the requirements of no other', async () => {
    const covered = async (codes: Json[]): Promise<number> => {
      const { requirements } = await model(oneRoof({ codes }, { context: { uso: 'residencial_privado', intervencion: 'obra_nueva' } }))
      return (requirements as { checked: number }[]).reduce((sum, { checked }) => sum + checked, 0)
    }
    expect(await covered([])).toBeGreaterThan(0)
    expect(await covered([{ slug: 'cte-db-hr' }])).toBe(0)
  })

  test('agrees with verify on every check, and counts them', async () => {
    const { checks, summary } = await model(building)
    const counted = { total: 0, compliant: 0, non_compliant: 0, undecided: 0 }
    for (const { id: own, origin: _origin, notes: _notes, ...check } of building.checks) {
      const context = { ...(building['context'] as Json), ...(check['context'] as Json | undefined) }
      const alone = await service.post('/api/v1/verify', { ...check, context, geo_id: building['geo_id'] })
      const verdict = await bodyOf(alone)
      const printed = (checks as Json[]).find(({ id }) => id === own)
      counted.total++
      if (alone.status === 200) {
        counted[verdict['is_compliant'] === true ? 'compliant' : 'non_compliant']++
        expect(printed).toMatchObject({ result: verdict['result_status'], assumptions: verdict['assumptions'], warnings: verdict['warnings'] })
        expect(printed).toHaveProperty(['rules', 0, 'limit'], String(verdict['limit_value']).replace('.', ','))
      } else {
        counted.undecided++
        expect(printed).toMatchObject({ result: 'UNDECIDED', undecided: verdict['detail'], rules: [] })
      }
    }
    expect(summary).toEqual(counted)
    expect(Object.values(counted).every((count) => count > 0)).toBe(true)
  })

  test.each([
    [0.35, '0,35', '0', 'COMPLIANT'],
    [0.351, '0,351', '-0,001', 'NON_COMPLIANT'],
    ['0.3500000001', '0,3500000001', '-0,0000000001', 'NON_COMPLIANT'],
  ])('shows %s with enough digits to be on the right side of the limit', async (value, shown, margin, result) => {
    const [check] = (await model(oneRoof({ value })))['checks'] as Json[]
    expect(check).toMatchObject({ result, rules: [{ value: shown, sign: '≤', limit: '0,35', margin }] })
  })

  test('shows both ends of a range', async () => {
    const [check] = (
      await model(oneRoof({ element: 'escalera', parameter: 'relacion-2c-h', value: 64, unit: 'cm', codes: [], context: { tipo_uso: 'general' } }))
    )['checks'] as Json[]
    expect(check).toMatchObject({ rules: [{ sign: 'entre', limit: '54 y 70', unit: 'cm' }] })
  })

  test('applies the edition in force on the date of the project', async () => {
    const [check] = (await model(oneRoof({}, { as_of: '2020-06-01' })))['checks'] as Json[]
    expect(check).toMatchObject({ rules: [{ regulation: { version: '2019', in_force: expect.stringMatching(/hasta el \d\d-\d\d-\d{4}$/) } }] })
  })

  test('rejects an unknown place, naming the field', async () => {
    const response = await ficha({ ...building, geo_id: 'ES-99999' })
    expect(await bodyOf(response)).toMatchObject({ code: 'unknown-municipality', errors: [{ pointer: '/project/geo_id' }] })
  })
})
