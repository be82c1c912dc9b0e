import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { commandNames } from '../../server/usage/usages.ts'
import type { Json } from '../service.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-cli-'))

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
const json = (text: string) => JSON.parse(text) as Json
const roof = (value: string) => [
  'verify',
  '--element',
  'cubierta-plana',
  '--parameter',
  'transmitancia-termica',
  '--value',
  value,
  '--unit',
  'W/m²K',
  '--geo',
  'ES-28079',
  '--code',
  'cte-db-he',
]

describe('plomada verify', () => {
  test('exits 0 and says CUMPLE with the citation', async () => {
    const { code, out } = await plomada(...roof('0,35'))
    expect(code).toBe(0)
    expect(out).toContain('CUMPLE: 0,35 W/m²K (límite: ≤ 0,35 W/m²K)')
    expect(out).toContain('cte-db-he (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1')
  })
  test('exits 3 where the value does not comply', async () => {
    const { code, out } = await plomada(...roof('0.5'))
    expect(code).toBe(3)
    expect(out).toMatch(/^NO CUMPLE/)
  })
  test('gives the same JSON as the service', async () => {
    const { out } = await plomada(...roof('0.5'), '--json')
    expect(json(out)).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 0.35 })
  })
  test('exits 4 and says what to add where data is missing', async () => {
    const { code, err } = await plomada(
      'verify',
      '--element',
      'envolvente-termica',
      '--parameter',
      'coeficiente-global-transmision-calor',
      '--value',
      '0.4',
      '--unit',
      'W/m²K',
      '--geo',
      'ES-28079',
    )
    expect(code).toBe(4)
    expect(err).toContain('--context uso=')
  })
  test('takes conditions', async () => {
    const { out } = await plomada(
      'verify',
      '--element',
      'envolvente-termica',
      '--parameter',
      'K',
      '--value',
      '0.575',
      '--unit',
      'W/m²K',
      '--geo',
      'ES-28079',
      '--context',
      'uso=residencial_privado',
      '--context',
      'intervencion=obra_nueva',
      '--context',
      'compacidad=2,5',
      '--json',
    )
    expect(json(out)).toMatchObject({ is_compliant: true, limit_value: 0.575 })
  })
  test('exits 1 and offers the right name for a wrong one', async () => {
    const { code, err } = await plomada(
      'verify',
      '--element',
      'cubirta-plana',
      '--parameter',
      'U',
      '--value',
      '1',
      '--unit',
      'm',
      '--geo',
      'ES-28079',
    )
    expect(code).toBe(1)
    expect(err).toContain('cubierta-plana')
  })
})

describe('plomada key', () => {
  test('prints control characters in names as escapes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-names-'))
    const own = ['--data', folder]
    const store = openStore(folder, () => new Date())
    store.keys.issue({ name: 'casa\u001b[2K\r\u009b31m\u202eoculta', scopes: ['read'], expiresAt: null })
    store.close()
    const { out } = await plomada('key', 'list', ...own)
    expect(out).toContain('casa\\u001b[2K\\u000d\\u009b31m\\u202eoculta')
    const listed = (await plomada('key', 'list', '--json', ...own)).out
    expect(listed).not.toMatch(/[\u009b\u202e]/)
    expect(listed).toContain('\\u001b')
    expect(JSON.stringify(JSON.parse(listed))).toContain('\u202eoculta')
  })

  test('adds, lists, rotates and revokes', async () => {
    const added = json((await plomada('key', 'add', '--name', 'obra', '--scope', 'read,verify', '--expires', '90d', '--json')).out)
    expect(added).toMatchObject({ key: expect.stringMatching(/^plm_[0-9A-Za-z]{36}$/), name: 'obra', scopes: ['read', 'verify'] })
    expect((await plomada('key', 'list')).out).toMatch(/obra.*read, verify.*en vigor/)
    expect((await plomada('key', 'list')).out).not.toContain(String(added['key']))
    const rotated = await plomada('key', 'rotate', 'obra')
    expect(rotated.out).toMatch(/^plm_/)
    expect((await plomada('key', 'revoke', 'obra')).code).toBe(0)
    expect((json(`{"all":${(await plomada('key', 'list', '--json')).out}}`)['all'] as Json[]).every((key) => key['revoked_at'] !== null)).toBe(true)
  })
  test.each([
    [['key', 'add'], /--name/],
    [['key', 'add', '--name', 'x', '--scope', 'root'], /read, verify, ask, admin/],
    [['key', 'add', '--name', 'x', '--expires', 'mañana'], /90d/],
    [['key', 'revoke', 'nadie'], /nadie/],
    [['key'], /add, list, revoke/],
    [['nada'], /nada/],
    [['verify', '--element', 'x'], /--parameter/],
    [['verify', '--color', 'rojo'], /color/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await plomada(...args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})

describe('plomada ask, search, kb, help', () => {
  test('ask prints answer and sources', async () => {
    const { code, out } = await plomada('ask', '¿Qué transmitancia máxima admite una cubierta plana en Madrid?')
    expect(code).toBe(0)
    expect(out).toMatch(/0,35 W\/m²K[\s\S]*Fuentes[\s\S]*cte-db-he/)
  })
  test('ask goes on from the earlier questions, and says the verdict first and what it took over', async () => {
    const earlier = '¿Cumple una escalera de uso general con huella de 27 cm?'
    const { code, out } = await plomada('ask', '¿Y con 30 cm?', '--history', '¿Qué huella mínima tiene una escalera?', '--history', earlier)
    expect(code).toBe(0)
    expect(out).toMatch(/^CUMPLE\nSe ha tenido en cuenta lo preguntado antes: «¿Cumple una escalera[^\n]*»\n30 cm cumple\./)
    expect((await plomada('ask', earlier)).out).toMatch(/^NO CUMPLE\n27 cm no cumple\./)
  })
  test('ask gives the reason of a refusal, and what comes nearest with its text', async () => {
    const { out } = await plomada('ask', '¿Qué transmitancia máxima admite una cubierta plana en Santiago?')
    expect(out).toMatch(
      /^«Santiago» no es un lugar de la base\.\n\nLo más cercano\n {2}HE 1, 3\.1\.1 Transmitancia[^\n]*\n {4}Valor máximo por elemento\./,
    )
  })
  test('search prints articles', async () => {
    expect((await plomada('search', 'puente', 'térmico', '--limit', '2')).out.split('\n').length).toBeGreaterThanOrEqual(4)
  })
  test('kb info and check name the base', async () => {
    expect(json((await plomada('kb', 'info', '--json')).out)).toMatchObject({ id: 'plomada-es', municipalities: 8132 })
    expect(await plomada('kb', 'check')).toMatchObject({ code: 0, out: expect.stringContaining('está entera') })
  })
  test('a missing base is named', async () => {
    const { code, err } = await plomada('kb', 'info', '--kb', '/nowhere/x.kb')
    expect(code).toBe(1)
    expect(err).toContain('/nowhere/x.kb')
  })
  test('help lists every command', async () => {
    const { code, out } = await plomada('help')
    expect(code).toBe(0)
    for (const command of commandNames) expect(out).toContain(`\n  ${command} `)
  })
  test('a wrong setting is named', async () => {
    expect((await plomada('serve', '--port', 'alto')).err).toContain('PLOMADA_PORT «alto»')
  })
})

describe('plomada audit', () => {
  test('verify succeeds, prints the last line, and checks a line that was kept elsewhere', async () => {
    await plomada('key', 'add', '--name', 'auditada')
    const { code, out } = await plomada('audit', 'verify')
    expect(code).toBe(0)
    const mark = /\d+:[0-9a-f]{64}/.exec(out)?.[0] ?? ''
    expect(out).toMatch(/^Registro íntegro: \d+ líneas/)
    expect((await plomada('audit', 'verify', '--mark', mark)).code).toBe(0)
    const other = await plomada('audit', 'verify', '--mark', `${mark.slice(0, -1)}${mark.endsWith('0') ? '1' : '0'}`)
    expect(other).toMatchObject({ code: 1, out: expect.stringMatching(/^Registro alterado: la línea \d+ no es la que se escribió/) })
    expect((await plomada('audit', 'verify', '--mark', 'x')).code).toBe(2)
    expect(json((await plomada('audit', 'verify', '--json')).out)).toMatchObject({ broken: null, head: { seq: expect.any(Number) } })
  })
  test('export writes one JSON line each for the given days, and never replaces a file', async () => {
    const { out } = await plomada('audit', 'export')
    const lines = out.split('\n').map(json)
    expect(lines).toContainEqual(
      expect.objectContaining({ who: { kind: 'terminal' }, operation: 'key add', subject: expect.stringContaining('auditada') }),
    )
    const today = new Date().toISOString().slice(0, 10)
    expect((await plomada('audit', 'export', '--from', today, '--to', today)).out).toBe(out)
    expect((await plomada('audit', 'export', '--to', '2020-01-01')).out).toBe('')
    expect(await plomada('audit', 'export', '--from', '2026-13-01')).toMatchObject({ code: 2, err: expect.stringContaining('AAAA-MM-DD') })
    const file = join(data, 'audit.ndjson')
    expect(await plomada('audit', 'export', '--out', file)).toMatchObject({ code: 0, err: `${file}: ${lines.length} líneas` })
    expect(readFileSync(file, 'utf8')).toBe(`${out}\n`)
    expect(await plomada('audit', 'export', '--out', file)).toMatchObject({ code: 2, err: expect.stringContaining('ya existe') })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

test('a range whose end is not included says so', async () => {
  const water = ['verify', '--element', 'punto-consumo-acs', '--parameter', 'temperatura-acs', '--value', '50', '--unit', '°C', '--geo', 'ES-28079']
  const { out } = await plomada(...water, '--context', 'uso=hospitalario', '--context', 'agua_mezclada_termostatica=no')
  expect(out).toMatch(/^NO CUMPLE: 50 °C \(límite: entre 50 \(sin incluirlo\) y 65 °C\)/)
})
