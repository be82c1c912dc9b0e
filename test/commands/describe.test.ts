import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import type { Json } from '../service.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-describe-'))

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(args, {
    environment: { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('plomada describe', () => {
  test('tells in Spanish how to ask', async () => {
    const { code, out } = await plomada('describe', 'escalera', 'contrahuella')
    expect(code).toBe(0)
    expect(out).toMatch(/^Escalera \(escalera\): Contrahuella \(contrahuella\)/)
    expect(out).toContain('Unidades: cm')
    expect(out).toContain('Normas')
    expect(out).toContain('DB-SUA')
    expect(out).toContain('tipo_uso')
    expect(out).toContain('Ejemplo')
    expect(out).toContain('plomada verify --element escalera --parameter contrahuella')
  })

  test('its example is decided', async () => {
    const { out } = await plomada('describe', 'cubierta plana', 'U', '--geo', 'ES-28079')
    const command = out.split('\n').find((line) => line.includes('plomada verify')) ?? ''
    const args = [...command.replace(/^.*plomada /, '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    expect(args[0]).toBe('verify')
    expect([0, 3]).toContain((await plomada(...args)).code)
  })

  test('gives the same JSON as the service', async () => {
    const { out } = await plomada('describe', 'escalera', 'contrahuella', '--json')
    expect(JSON.parse(out) as Json).toMatchObject({ element: { id: 'escalera' }, example: { request: { parameter: 'contrahuella' } } })
  })

  test('takes a day and a place', async () => {
    const { code, out } = await plomada('describe', 'vivienda', 'superficie-util-minima', '--geo', 'ES-28079', '--as-of', '2026-11-21', '--json')
    expect(code).toBe(0)
    expect(out).not.toContain('decret-141-2012')
  })

  test('says why there is no example', async () => {
    const { code, out } = await plomada('describe', 'acometida-agua', 'tiempo-sin-uso')
    expect(code).toBe(0)
    expect(out).toContain('Sin ejemplo: ')
  })

  test('names what is missing or not known', async () => {
    expect(await plomada('describe', 'escalera')).toMatchObject({ code: 2, err: expect.stringContaining('Faltan el elemento y el parámetro') })
    expect(await plomada('describe', 'escalera', '--lang', 'en')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Give the element and the parameter'),
    })
    expect(await plomada('describe', 'escalerra', 'contrahuella')).toMatchObject({ code: 1, err: expect.stringContaining('Quizá: ') })
  })

  test('is in the help, and in the advice of a check that is refused', async () => {
    expect((await plomada('describe', '--help')).out).toContain('plomada describe ELEMENTO PARÁMETRO')
    expect((await plomada('describe', '--help', '--lang', 'en')).out).toContain('plomada describe ELEMENT PARAMETER')
    const roof = ['--element', 'cubierta plana', '--parameter', 'U', '--value', '0,5', '--geo', 'ES-28079']
    const { err } = await plomada('verify', ...roof, '--unit', 'm')
    expect(err).toContain('plomada describe cubierta-plana transmitancia-termica')
  })
})
