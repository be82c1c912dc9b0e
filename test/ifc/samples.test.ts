import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readModelFile } from '../../server/ifc/read-file.ts'
import type { ModelReport } from '../../server/ifc/report-schema.ts'
import { plomada } from '../run-cli.ts'

const samples = join('..', 'shared', 'reference', 'ifc')
const isThere = existsSync(join(samples, 'duplex.ifc'))
const folder = mkdtempSync(join(tmpdir(), 'ifc-samples-'))
const conditions = ['uso=residencial_privado', 'intervencion=obra_nueva', 'tipo_uso=restringido'].flatMap((one) => ['--context', one])

/**
 * Counts of spaces, doors, windows, walls, flights and railings, as in the prototype's table; and complies, fails, undecided, in Madrid as a new flat.
 * Verdicts differ from the prototype's where it took more than the model says: nominal widths and heights passed there and are asked about here; every
 * door was on an accessible route; a storey's height was the fall of a railing; a window whose `IsExternal` is false was in the envelope
 * (tested_sample_project); the doors of cubicles had a lintel (the nine failures of Office_A); rooms by resemblance of names; a riser of 0.2 mm (IfcOpenHouse, a wrong unit). `example` has 19 failures in both.
 */
const known: readonly (readonly [file: string, counts: string, verdicts: string])[] = [
  ['tested_sample_project', '0/1/9/3/0/0', '0/0/2'],
  ['AC20-FZK-Haus', '7/5/11/13/0/2', '24/0/16'],
  ['duplex', '21/14/24/57/2/4', '6/0/46'],
  ['Ifc4_SampleHouse', '4/3/4/5/0/0', '3/5/10'],
  ['Office_A_20110811', '99/102/69/487/4/10', '12/0/354'],
  ['IfcOpenHouse_IFC4', '0/1/5/4/1/0', '0/1/7'],
  ['example', '1/0/0/17/0/0', '0/19/0'],
  ['IDS_wooden-windows_IFC', '0/1/2/0/0/0', '2/0/4'],
]

describe('public samples', () => {
  if (!isThere) console.warn(`The public samples are not read: there is no ${samples}`)

  test.runIf(isThere).each(known)('%s has the elements of the prototype and verdicts that are explained', async (name, counts, verdicts) => {
    const file = join(samples, `${name}.ifc`)
    const { elements } = await readModelFile(file, { wanted: [] })
    const count = (className: string): number => elements.filter((one) => one.class === className).length
    expect(['IfcSpace', 'IfcDoor', 'IfcWindow', 'IfcWall', 'IfcStairFlight', 'IfcRailing'].map(count).join('/')).toBe(counts)
    const { out } = await plomada(folder, 'ifc', file, '--kb', inject('packFile'), '--geo', 'Madrid', '--json', ...conditions)
    const { summary, results } = JSON.parse(out) as ModelReport
    expect([summary.compliant, summary.non_compliant, summary.undecided].join('/')).toBe(verdicts)
    // The law of the house: what is only a bound, and what the model leaves open, passes nothing.
    expect(results.filter(({ status, bound }) => status === 'COMPLIANT' && bound !== 'exact')).toEqual([])
  })

  test.runIf(isThere)('the attributes in feet of duplex are told', async () => {
    const { out } = await plomada(folder, 'ifc', join(samples, 'duplex.ifc'), '--kb', inject('packFile'), '--geo', 'Madrid', '--json', ...conditions)
    const { results, notes } = JSON.parse(out) as ModelReport
    const riser = results.find(({ parameter }) => parameter === 'contrahuella')
    expect(riser?.value).toBe(0.19375)
    expect(notes[riser?.notes[0] ?? -1]).toContain('está en pies')
  })
})
