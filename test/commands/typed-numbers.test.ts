import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import type { Json } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-typed-'))

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(args, {
    environment: { PLOMADA_DATA: join(folder, 'data'), PLOMADA_KB: inject('packFile') },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const verify = (element: string, parameter: string, value: string, unit: string, ...more: string[]) =>
  plomada('verify', '--element', element, '--parameter', parameter, '--value', value, '--unit', unit, '--geo', 'ES-09059', ...more)
const roof = (value: string, ...more: string[]) => verify('cubierta-plana', 'transmitancia-termica', value, 'W/m²K', ...more)
const handrail = (value: string) => verify('pasamanos', 'altura', value, 'cm', '--code', 'cte-db-sua', '--context', 'tipo_uso=general')

describe('a number typed at the command line', () => {
  test.each(['3.000', '3,000'])('--value %s is an error with both readings', async (value) => {
    const { code, out, err } = await roof(value)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`«${value}» puede ser 3000 o 3,0000`)
  })

  test.each([
    ['3,5', 3.5],
    ['3.5', 3.5],
    ['1.234,5', 1234.5],
    ['0.350', 0.35],
    ['3 000', 3000],
  ])('--value %s is %d', async (value, read) => {
    const { out } = await roof(value, '--json')
    expect(JSON.parse(out) as Json).toMatchObject({ normalized_value: read })
  })

  test('--context is checked too: an altitude of 1.000 m is not read as 1 m', async () => {
    const { code, err } = await roof('0,3', '--context', 'altitud_m=1.000')
    expect(code).toBe(1)
    expect(err).toContain('«Altitud del emplazamiento» puede ser 1000 o 1,0000')
    const clear = await roof('0,3', '--context', 'altitud_m=1.000,0', '--json')
    expect(JSON.parse(clear.out) as Json).toMatchObject({ geo_context: { altitude_m: 1000 } })
  })

  test('a value that is not a number is reported as such', async () => {
    expect((await roof('abc')).err).toContain('«abc» no es un número')
    expect((await verify('cubierta-plana', 'transmitancia-termica', '3', 'kg')).err).toContain('La unidad «kg» no mide')
  })
})

describe('a range at the command line', () => {
  test('verify prints both ends', async () => {
    expect((await handrail('95')).out).toMatch(/^CUMPLE: 95 cm \(límite: entre 90 y 110 cm\)/)
    expect((await handrail('120')).out).toMatch(/^NO CUMPLE: 120 cm \(límite: entre 90 y 110 cm\)/)
  })

  test('batch prints both ends', async () => {
    const file = join(folder, 'pasamanos.csv')
    writeFileSync(file, 'elemento;parámetro;valor;unidad;lugar;norma;tipo_uso\npasamanos;altura;120;cm;Madrid;cte-db-sua;general\n')
    const { out } = await plomada('batch', file, '--format', 'csv')
    expect(out).toContain('NO CUMPLE;entre;90 y 110;cm;-10;')
  })
})
