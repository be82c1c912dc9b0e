import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-twice-'))
async function plomada(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const environment = { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const ramp = ['verify', '--element', 'rampa', '--parameter', 'pendiente', '--value', '8', '--unit', '%', '--geo', 'ES-28079', '--code', 'cte-db-sua']
const accessible = ['--context', 'itinerario_accesible=sí']

describe('plomada verify', () => {
  test('refuses --context that states a condition twice with different values, naming both', async () => {
    const { code, err } = await plomada(...ramp, ...accessible, '--context', 'longitud_m=5', '--context', 'longitud_m=2')
    expect(code).toBe(2)
    expect(err).toMatch(/longitud_m.*5 y 2/)
  })
  test('refuses --context that states a condition twice under two names', async () => {
    const { code, err } = await plomada(...ramp, ...accessible, '--context', 'longitud_m=5', '--context', 'longitud_rampa_m=2')
    expect(code).toBe(1)
    expect(err).toMatch(/longitud_m.*5.*longitud_rampa_m.*2/)
  })
  test('takes equal values as one', async () => {
    const { code } = await plomada(...ramp, ...accessible, '--context', 'longitud_m=5', '--context', 'longitud_m=5')
    expect(code).toBe(0)
  })
  test('refuses any flag given twice with different values, naming both', async () => {
    const { code, err } = await plomada(...ramp, '--value', '3')
    expect(code).toBe(2)
    expect(err).toMatch(/--value.*8 y 3/)
  })
})

describe('plomada batch', () => {
  test('refuses a line of JSON that states a condition twice, and goes on', async () => {
    const file = join(data, 'checks.jsonl')
    const line =
      '{"element":"rampa","parameter":"pendiente","value":8,"unit":"%","codes":[{"slug":"cte-db-sua"}],"context":{"itinerario_accesible":true,"longitud_m":5'
    writeFileSync(file, `${line},"longitud_m":2}}\n${line}}}\n`)
    const { out, err } = await plomada('batch', file, '--geo', 'ES-28079')
    expect(out + err).toMatch(/longitud_m/)
    expect(out).toMatch(/COMPLIANT/)
  })
})

describe('plomada project import', () => {
  test('refuses a project file that states a field twice, naming both values', async () => {
    const file = join(data, 'project.json')
    writeFileSync(file, '{"name":"Casa","geo_id":"ES-28079","context":{"uso":"vivienda","uso":"oficinas"}}')
    const { code, err } = await plomada('project', 'import', file)
    expect(code).toBe(2)
    expect(err).toMatch(/\/context\/uso.*vivienda.*oficinas/)
  })
})
