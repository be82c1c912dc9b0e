import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { runCli } from '../../server/cli.ts'
import { baseFile } from '../packs/test-packs.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-certificate-'))
const file = (name: string): string => join(data, name)

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(data, 'state'), PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const roof = ['--element', 'cubierta-plana', '--parameter', 'U', '--value', '0,36', '--unit', 'W/m²K', '--geo', 'ES-28079', '--code', 'cte-db-he']

describe('plomada certificate', () => {
  test('a verdict is written with its certificate, checked and repeated', async () => {
    expect((await plomada('verify', ...roof, '--certificate', file('v.json'))).code).toBe(3)
    const { code, out } = await plomada('certificate', 'check', file('v.json'))
    expect(code).toBe(0)
    expect(out).toMatch(/^De confianza: .*la de esta instalación\nVale: NO CUMPLE, a fecha [\s\S]*el veredicto es el mismo$/)
  })

  test('is checked in English, too', async () => {
    const trusted = await plomada('certificate', 'check', file('v.json'), '--lang', 'en')
    expect(trusted.out).toMatch(
      /^Trusted: signed with key \w+, the one of this installation\nValid: DOES NOT COMPLY, as of [\s\S]*\nRepeated here and now, the verdict is the same$/,
    )
    const unknown = await plomada('certificate', 'check', file('v.json'), '--lang', 'en', '--data', join(data, 'otra'))
    expect(unknown.out).toMatch(/^NOT TRUSTED: [^\n]*\nIt says: DOES NOT COMPLY, /)
    expect((await plomada('certificate', 'key', '--lang', 'en')).out).toMatch(/\nKey \w+$/)
  })

  test('asked for in one language holds, and is the same, in the other', async () => {
    for (const [asked, checked] of [
      ['en', 'es'],
      ['es', 'en'],
      ['en', 'en'],
    ] as const) {
      const kept = file(`${asked}-${checked}.json`)
      expect((await plomada('verify', ...roof, '--lang', asked, '--certificate', kept)).code).toBe(3)
      const { code, out } = await plomada('certificate', 'check', kept, '--lang', checked, '--json')
      expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ holds: true, same: true, differences: [] })])
    }
  })

  test('with an unknown key starts with a warning that the key is not trusted, and fails', async () => {
    const { code, out } = await plomada('certificate', 'check', file('v.json'), '--data', join(data, 'otra'))
    expect(code).toBe(1)
    expect(out).toMatch(/^SIN CONFIANZA: /)
    expect(out).not.toMatch(/Vale/)
    expect(JSON.parse((await plomada('certificate', 'check', file('v.json'), '--data', join(data, 'otra'), '--json')).out)).toMatchObject({
      key_trusted: false,
    })
  })

  test('is signed with the key that this installation prints, and with no other', async () => {
    const { out } = await plomada('certificate', 'key', '--json')
    const { public_key, key_id } = JSON.parse(out) as { public_key: string; key_id: string }
    writeFileSync(file('own.pem'), public_key)
    writeFileSync(file('other.pem'), openSigningKey(undefined).publicKey)
    expect(await plomada('certificate', 'check', file('v.json'), '--public-key', file('own.pem'))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${key_id}, la indicada`),
    })
    expect(await plomada('certificate', 'check', file('v.json'), '--public-key', file('other.pem'))).toMatchObject({
      code: 1,
      err: 'No vale: está firmado con otra clave que la indicada',
    })
  })

  test('names another base that agrees, and lists every field of one that differs', async () => {
    const same = await plomada('certificate', 'check', file('v.json'), '--kb', baseFile('2027.01.0'), '--json')
    expect(same.code).toBe(3)
    expect(JSON.parse(same.out)).toMatchObject({ holds: true, same: false, differences: [{ what: 'base', field: 'kb' }] })
    const milder = baseFile('2027.01.0', undefined, `UPDATE printed_table SET body = replace(body, '"0.35"', '"0.36"')`)
    const other = await plomada('certificate', 'check', file('v.json'), '--kb', milder)
    expect(other.code).toBe(3)
    expect(other.out).toMatch(/otra base: entonces .*2026\.11/)
    expect(other.out).toContain('is_compliant: entonces false, ahora true')
    expect(other.out).toContain('limit_value: entonces 0.35, ahora 0.36')
  })

  test('a base that can no longer decide says so', async () => {
    const empty = baseFile('2027.01.0', undefined, "DELETE FROM rule; DELETE FROM meta WHERE key = 'rule_index'")
    const { code, out } = await plomada('certificate', 'check', file('v.json'), '--kb', empty)
    expect(code).toBe(3)
    expect(out).toMatch(/otra respuesta: entonces NON_COMPLIANT, ahora [a-z-]+/)
  })

  test('a changed certificate is invalid, with the reason', async () => {
    writeFileSync(file('w.json'), readFileSync(file('v.json'), 'utf8').replace('"limit_value":0.35', '"limit_value":0.37'))
    expect(await plomada('certificate', 'check', file('w.json'))).toMatchObject({ code: 1, err: 'No vale: la respuesta no es la que se certificó' })
    expect(await plomada('certificate', 'check', file('none.json'))).toMatchObject({ code: 2 })
    expect(await plomada('certificate')).toMatchObject({ code: 2 })
  })
})
