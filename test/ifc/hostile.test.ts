import { mkdtempSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Limits, readModelFile, usualLimits } from '../../server/ifc/read-file.ts'
import { flat } from '../fixtures/ifc/models.ts'
import { plomada } from '../run-cli.ts'
import { type StepOptions, stepFile, type Value } from './step-builder.ts'

const folder = mkdtempSync(join(tmpdir(), 'ifc-hostile-'))
let files = 0
function written(text: string): string {
  const file = join(folder, `${++files}.ifc`)
  writeFileSync(file, text)
  return file
}
const limits = (changed: Partial<Limits>): Limits => ({ ...usualLimits, ...changed })
const read = (file: string, changed: Partial<Limits> = {}) => readModelFile(file, { wanted: ['IsExternal', 'Nada'], limits: limits(changed) })
const metre: StepOptions = { schema: 'IFC4', length: 'm' }

describe('files that are no good model', () => {
  test.each([
    ['text', 'Memoria del proyecto', 'no es un modelo IFC'],
    ['nothing', '', 'no es un modelo IFC'],
    ['a zip', 'PK\u0003\u0004', 'comprimido'],
    ['XML', '<?xml version="1.0"?><ifcXML/>', 'es XML'],
    ['another schema', flat().replace("'IFC4'", "'AP214'"), 'AP214'],
    ['a truncated file', flat().slice(0, 4000), 'incompleto'],
  ])('%s is refused with what would be right', async (_, text, words) => {
    const { code, err } = await plomada(folder, 'ifc', written(text))
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
  })

  test('the same in English', async () => {
    const { err } = await plomada(folder, 'ifc', written('x'), '--lang', 'en')
    expect(err).toContain('is no IFC model')
  })

  test('a missing file and no file are told apart', async () => {
    expect(await plomada(folder, 'ifc', join(folder, 'no.ifc'))).toMatchObject({ code: 1, err: expect.stringContaining('No se puede abrir') })
    expect(await plomada(folder, 'ifc')).toMatchObject({ code: 2, err: expect.stringContaining('Falta el modelo') })
  })

  test('400 MB are refused before they are read', async () => {
    const file = join(folder, 'huge.ifc')
    const descriptor = openSync(file, 'w')
    writeSync(descriptor, flat().slice(0, 500))
    truncateSync(file, 400 * 1024 * 1024)
    const before = process.memoryUsage().rss
    await expect(read(file)).rejects.toMatchObject({ reason: 'too-large', detail: { es: expect.stringContaining('400 MB') } })
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6)
  })

  test('a model that takes too long is ended', async () => {
    const started = performance.now()
    await expect(read(written(flat()), { mostMs: 1 })).rejects.toMatchObject({ reason: 'time' })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('a model that needs too much memory is told, and this process keeps its own', async () => {
    const file = stepFile(metre)
    const storey = file.storey('0', 0)
    for (let at = 0; at < 3000; at++) file.add({ class: 'IFCWALL', name: 'x'.repeat(9000), storey })
    await expect(read(written(file.text()), { mostMemory: 20 * 1024 * 1024 })).rejects.toMatchObject({ reason: 'memory' })
    expect((await read(written(flat()))).elements.length).toBeGreaterThan(5)
  })

  test('10,000 properties of one element are read, and what is not wanted is not kept', async () => {
    const file = stepFile(metre)
    const properties: Record<string, Value> = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`P${at}`, 'x']))
    file.add({ class: 'IFCWALL', name: 'W', storey: file.storey('0', 0), sets: { Pset_WallCommon: { ...properties, IsExternal: true } } })
    const { elements } = await read(written(file.text()))
    expect(elements[0]?.values).toEqual([{ set: 'Pset_WallCommon', name: 'IsExternal', value: true, origin: 'property' }])
  })

  test('more wanted values than are kept are told', async () => {
    const file = stepFile(metre)
    const sets = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`Set${at}`, { Nada: 'x' as const }]))
    file.add({ class: 'IFCWALL', name: 'W', storey: file.storey('0', 0), sets })
    expect(await read(written(file.text()))).toMatchObject({ faults: expect.arrayContaining(['many-properties']) })
  })

  test('elements that are parts of each other end somewhere', async () => {
    const file = stepFile(metre)
    const storey = file.storey('0', 0)
    const [one, other] = [file.line('IFCSTAIR($)'), file.line('IFCSTAIR($)')]
    const wall = file.add({ class: 'IFCWALL', name: 'W', storey })
    const loop = (whole: number, part: number): number => file.line(`IFCRELAGGREGATES(${file.guid()},#${file.owner},$,$,#${whole},(#${part}))`)
    loop(one, other)
    loop(other, one)
    const text = file.text().replace(/IFCRELCONTAINEDINSPATIALSTRUCTURE\(([^;]*),#\d+\);/, `IFCRELAGGREGATES($1,#${one});`)
    const { elements } = await read(written(text.replace(/(#\d+=IFCRELAGGREGATES\([^;]*?,\$,\$,)\(#(\d+)\),#(\d+)\);/, `$1#$3,(#$2));`)))
    expect(
      elements.some(({ name }) => name === 'W'),
      String(wall),
    ).toBe(true)
  })

  test('a placement that is relative to itself does not hold the service', async () => {
    const text = flat().replace(/(#(\d+)=IFCLOCALPLACEMENT\()\$/, '$1#$2')
    const outcome = await read(written(text), { mostMs: 20_000 }).then(
      ({ elements }) => elements.length > 0,
      (error: { reason?: string }) => error.reason !== undefined,
    )
    expect(outcome).toBe(true)
  })

  test('a model without units measures nothing', async () => {
    const file = stepFile({ ...metre, hasUnits: false })
    const storey = file.storey('0', 0)
    file.add({ class: 'IFCDOOR', name: 'D', storey, attributes: ['2.', '0.9'] })
    const { faults, elements } = await read(written(file.text()))
    expect(faults).toContain('no-length-unit')
    expect(elements[0]?.values.map(({ doubt }) => doubt)).toEqual(['no-unit', 'no-unit'])
  })
})
