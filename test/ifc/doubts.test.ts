import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { ModelReport } from '../../server/ifc/report-schema.ts'
import { plomada } from '../run-cli.ts'
import { type Element, type StepOptions, stepFile, type Value } from './step-builder.ts'

const folder = mkdtempSync(join(tmpdir(), 'ifc-doubts-'))
const length = (value: number): Value => ['POSITIVELENGTHMEASURE', value]
let files = 0

/** Checks a model of some elements, as a new flat in Madrid. Gives `contrahuella: COMPLIANT` for each result. */
async function verdicts(elements: readonly Omit<Element, 'storey' | 'name'>[], options: Partial<StepOptions> = {}, change = (text: string) => text) {
  const file = stepFile({ schema: 'IFC4', length: 'm', ...options })
  const storey = file.storey('Baja', 0)
  for (const [index, element] of elements.entries()) file.add({ name: `E${index}`, storey, ...element })
  const path = join(folder, `${++files}.ifc`)
  writeFileSync(path, change(file.text()))
  const context = ['uso=residencial_privado', 'intervencion=obra_nueva', 'tipo_uso=restringido'].flatMap((one) => ['--context', one])
  const { out, err } = await plomada(folder, 'ifc', path, '--kb', inject('packFile'), '--geo', 'Madrid', '--json', ...context)
  expect(out, err).toMatch(/^\{/)
  const report = JSON.parse(out) as ModelReport
  const told = report.results.map(({ parameter, status, reason = '' }) => `${parameter}: ${status} ${reason}`.trim())
  return { told, report }
}

const flight = (riser: number, tread: number, attributes: readonly string[] = ['$', '$', '$', '$']): Omit<Element, 'storey' | 'name'> => ({
  class: 'IFCSTAIRFLIGHT',
  attributes,
  sets: { Pset_StairFlightCommon: { RiserHeight: length(riser), TreadLength: length(tread) } },
})
const wall = (properties: Readonly<Record<string, Value>>): Omit<Element, 'storey' | 'name'> => ({
  class: 'IFCWALL',
  sets: { Pset_WallCommon: properties },
})
const transmittance = (value: number): Value => ['THERMALTRANSMITTANCEMEASURE', value]

describe('what a model leaves in doubt', () => {
  test('property and attribute disagree: both are tried, and only what both meet complies', async () => {
    expect((await verdicts([flight(0.18, 0.25, ['10', '9', '0.19', '0.25'])])).told).toContain('contrahuella: COMPLIANT')
    expect((await verdicts([flight(0.18, 0.25, ['10', '9', '0.21', '0.25'])])).told).toContain('contrahuella: UNDECIDED conflict')
    expect((await verdicts([flight(0.22, 0.25, ['10', '9', '0.21', '0.25'])])).told).toContain('contrahuella: NON_COMPLIANT')
  })

  test('a value that no such thing can have decides nothing', async () => {
    expect((await verdicts([flight(0.0002, 0.00025)])).told).toEqual([
      'contrahuella: UNDECIDED unit',
      'huella: UNDECIDED unit',
      'relacion-2c-h: UNDECIDED unit',
    ])
    expect((await verdicts([wall({ IsExternal: true, ThermalTransmittance: transmittance(0) })])).told).toEqual([
      'transmitancia-termica: UNDECIDED unit',
    ])
  })

  test('feet in a file in metres: a door of 6.9 m puts every length in doubt', async () => {
    const door = { class: 'IFCDOOR', attributes: ['6.89', '2.95'] }
    const { told } = await verdicts([door, flight(0.18, 0.3)])
    expect(told.filter((one) => /COMPLIANT/.test(one))).toEqual([])
  })

  test('a unit that is declared twice with different sizes counts as undeclared', async () => {
    const twice = (text: string): string => {
      const [, unit = ''] = /#(\d+)=IFCSIUNIT\(\*,\.LENGTHUNIT\.,\$,\.METRE\.\)/.exec(text) ?? []
      return text
        .replace(/IFCUNITASSIGNMENT\(\(/, 'IFCUNITASSIGNMENT((#9000,')
        .replace('ENDSEC;\nEND-ISO', '#9000=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\nENDSEC;\nEND-ISO')
        .replace('#0=', `#${unit}=`)
    }
    expect((await verdicts([flight(0.18, 0.25)], {}, twice)).told).toEqual([
      'contrahuella: UNDECIDED unit',
      'huella: UNDECIDED unit',
      'relacion-2c-h: UNDECIDED unit',
    ])
  })

  test('no unit of transmittance: the SI unit is taken and told in a metric file, and nothing is decided in feet', async () => {
    const element = wall({ IsExternal: true, ThermalTransmittance: transmittance(0.3) })
    const without = (text: string): string => text.replace(/,\.THERMALTRANSMITTANCEUNIT\./, ',.MASSDENSITYUNIT.')
    const metric = await verdicts([element], {}, without)
    expect(metric.told).toEqual(['transmitancia-termica: COMPLIANT'])
    expect(metric.report.notes.join()).toContain('no declara la unidad')
    expect((await verdicts([element], { length: 'ft' }, without)).told).toEqual(['transmitancia-termica: UNDECIDED unit'])
  })

  test('a property without its measure decides nothing', async () => {
    expect((await verdicts([wall({ IsExternal: true, ThermalTransmittance: ['REAL', 0.3] })])).told).toEqual([
      'transmitancia-termica: UNDECIDED unit',
    ])
    expect((await verdicts([wall({ IsExternal: true, ThermalTransmittance: '0,3' })])).told).toEqual(['transmitancia-termica: UNDECIDED text'])
  })

  test('a missing IsExternal is not false: it is asked for', async () => {
    const { told, report } = await verdicts([wall({ ThermalTransmittance: transmittance(0.3) })])
    expect(told).toEqual(['transmitancia-termica: UNDECIDED fact'])
    expect(report.questions.filter(({ kind }) => kind === 'fact').map(({ field }) => field)).toContain('IsExternal')
  })

  test('a door without its glazing fraction complies only if it meets both limits', async () => {
    const door = (value: number, more: Readonly<Record<string, Value>> = {}): Omit<Element, 'storey' | 'name'> => ({
      class: 'IFCDOOR',
      attributes: ['2.1', '0.9'],
      sets: { Pset_DoorCommon: { IsExternal: true, ThermalTransmittance: transmittance(value), ...more } },
    })
    const of = async (value: number, more?: Readonly<Record<string, Value>>) =>
      (await verdicts([door(value, more)])).told.find((one) => one.startsWith('transmitancia'))
    expect(await of(1.8)).toBe('transmitancia-termica: COMPLIANT')
    expect(await of(2.5)).toBe('transmitancia-termica: UNDECIDED fact')
    expect(await of(2.5, { GlazingAreaFraction: ['POSITIVERATIOMEASURE', 0.2] })).toBe('transmitancia-termica: COMPLIANT')
    expect(await of(2.5, { GlazingAreaFraction: ['POSITIVERATIOMEASURE', 0.8] })).toBe('transmitancia-termica: NON_COMPLIANT')
  })

  test('a stair without flights is checked by its own properties, and what is not read is told', async () => {
    const stair = {
      class: 'IFCSTAIR',
      predefined: 'STRAIGHT_RUN_STAIR',
      sets: { Pset_StairCommon: { RiserHeight: length(0.21), TreadLength: length(0.28) } },
    }
    const { told, report } = await verdicts([stair, { class: 'IFCCURTAINWALL', attributes: [] }, { class: 'IFCRAILING' }])
    expect(told).toEqual(['contrahuella: NON_COMPLIANT', 'huella: COMPLIANT'])
    expect(report.not_checked.map((one) => one.class)).toEqual(['IfcRailing', 'IfcCurtainWall'])
  })
})
