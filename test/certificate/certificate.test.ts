import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { canonicalJson } from '../../server/certificate/canonical-json.ts'
import { type Certificate, signedText } from '../../server/certificate/certificate.ts'
import { checkCertificate } from '../../server/certificate/check-certificate.ts'
import { parseExactJson } from '../../server/engine/exact-json.ts'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const include = ['certificate']
const certified = async (changes: Json = {}): Promise<string> => (await service.post('/api/v1/verify', { ...flatRoof, include, ...changes })).text()
const text = await certified()
const { certificate } = JSON.parse(text) as { certificate: Certificate }
const resultOf = (changed: string, key?: string) => {
  const checked = checkCertificate(changed, key)
  return checked.isValid ? 'holds' : checked.error
}

describe('the certificate of a verdict', () => {
  test('is included on request only, and changes nothing else', async () => {
    const { certificate: _certificate, ...rest } = JSON.parse(text) as Json
    expect(await bodyOf(await service.post('/api/v1/verify', flatRoof))).toEqual(rest)
    expect(certificate).toMatchObject({
      engine_version: '0.1.0',
      kb: { id: 'plomada-es', sha256: service.kb.meta.sha256 },
      as_of: service.kb.meta.referenceDate,
      input: { ...flatRoof, context: {}, include: [], as_of: service.kb.meta.referenceDate },
    })
  })

  test('has the same bytes each time', async () => {
    for (let time = 0; time < 5; time++) expect(await certified()).toBe(text)
  })

  test('is valid as sent and indented, and names the signing key', () => {
    const indented = `${JSON.stringify(JSON.parse(text), null, 2)}\n`
    for (const form of [text, `${text}\n`, indented]) expect(checkCertificate(form)).toMatchObject({ isValid: true, certificate })
    const { id, publicKey } = service.store.signingKey()
    expect(certificate.key_id).toBe(id)
    expect(resultOf(text, publicKey)).toBe('holds')
    expect(resultOf(text, publicKey.replaceAll('\n', '\r\n'))).toBe('holds')
    expect(resultOf(text, openSigningKey(undefined).publicKey)).toBe('other-key')
    expect(resultOf(text, 'hola')).toBe('no-key')
  })

  test('is invalid with any byte changed', () => {
    for (const form of [text, JSON.stringify(JSON.parse(text), null, 2)]) {
      const bytes = Buffer.from(form)
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
          const copy = Buffer.from(bytes)
          copy[at] = (copy[at] ?? 0) ^ change
          expect(resultOf(copy.toString('utf8')), `byte ${at} ^ ${change}`).not.toBe('holds')
        }),
        { numRuns: 500 },
      )
      expect(resultOf(form)).toBe('holds')
    }
  })

  test('is invalid with a field added, whatever its name', () => {
    const put = (where: RegExp) =>
      ['otro', '__proto__', 'constructor'].map((name) => resultOf(text.replace(where, `$&"${name}":{"is_compliant":true},`)))
    expect(put(/^\{/)).toEqual(['answer', 'answer', 'answer'])
    expect(put(/"input":\{/)).toEqual(['input', 'input', 'input'])
    expect(put(/"certificate":\{/)).toEqual(['no-certificate', 'no-certificate', 'no-certificate'])
  })

  test('is invalid with its fields in another order, at any level', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
    const body = JSON.parse(text) as Json & { certificate: Json }
    const { certificate: own } = body
    for (const changed of [
      turned(body),
      { ...body, geo_context: turned(body['geo_context']) },
      { ...body, kb: turned(body['kb']) },
      Object.fromEntries([['certificate', own], ...Object.entries(body).filter(([name]) => name !== 'certificate')]),
      { ...body, certificate: turned(own) },
      { ...body, certificate: { ...own, input: turned(own['input']) } },
      { ...body, certificate: { ...own, kb: turned(own['kb']) } },
    ])
      expect(resultOf(JSON.stringify(changed))).toBe('rewritten')
  })

  test('is rejected with a reason', () => {
    const changed = (change: (body: Json & { certificate: Json & { input: Json } }) => void): string => {
      const body = JSON.parse(text) as Json & { certificate: Json & { input: Json } }
      change(body)
      return JSON.stringify(body)
    }
    expect(resultOf('{')).toBe('not-json')
    expect(resultOf(changed((body) => Reflect.deleteProperty(body, 'certificate')))).toBe('no-certificate')
    expect(resultOf(changed((body) => Object.assign(body.certificate, { more: 1 })))).toBe('no-certificate')
    expect(resultOf(`${text} `)).toBe('rewritten')
    expect(resultOf(changed((body) => Object.assign(body, { limit_value: 0.6 })))).toBe('answer')
    expect(resultOf(changed((body) => Object.assign(body, { more: 1 })))).toBe('answer')
    expect(resultOf(changed((body) => Object.assign(body.certificate.input, { value: 0.3 })))).toBe('input')
    expect(resultOf(changed((body) => Object.assign(body.certificate, { engine_version: '9' })))).toBe('signature')
    const other = openSigningKey(undefined)
    expect(resultOf(changed((body) => Object.assign(body.certificate, { public_key: other.publicKey })))).toBe('signature')
    expect(resultOf(changed((body) => Object.assign(body.certificate, { public_key: other.publicKey, key_id: other.id })))).toBe('signature')
  })

  test('keeps every digit of a long number, over REST and for parsers with doubles only', async () => {
    const digits = '0.3500000000000000000001'
    const sent = JSON.stringify({ ...flatRoof, include }).replace('"value":0.5', `"value":${digits}`)
    const long = await (await service.post('/api/v1/verify', sent)).text()
    expect(long).toContain(`"provided_value":${digits}`)
    expect(JSON.parse(long)).toMatchObject({ is_compliant: false })
    expect(resultOf(long)).toBe('holds')
    expect(resultOf(long.replaceAll(`:${digits}`, `:"${digits}"`))).toBe('holds')
    expect(resultOf(long.replaceAll(digits, '0.3500000000000000000002'))).not.toBe('holds')
  })

  test('is included in each batch item that asks for it, with or without the trace', async () => {
    const items = [{ ...flatRoof, include }, flatRoof, { ...flatRoof, include: ['certificate', 'trace'] }]
    const { items: results } = (await bodyOf(await service.post('/api/v1/verify/batch', { items }))) as { items: { verdict: Json }[] }
    expect(JSON.stringify(results[0]?.verdict)).toBe(text)
    expect(results[1]?.verdict).not.toHaveProperty('certificate')
    expect(resultOf(JSON.stringify(results[2]?.verdict))).toBe('holds')
    expect(results[2]?.verdict['certificate']).toMatchObject({ input: { include: ['trace'] } })
  })

  test('is refused for a lone surrogate', async () => {
    const response = await service.post(
      '/api/v1/verify',
      JSON.stringify({ ...flatRoof, include })
        .replace('W/m²K', 'W/m²K')
        .replace('"codes"', '"context":{"uso":"\\ud800"},"codes"'),
    )
    expect(response.status).toBe(422)
  })

  const isPresent = spawnSync('openssl', ['version']).status === 0
  test.runIf(isPresent)('openssl accepts its signature, and rejects it for other content', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-openssl-'))
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const key = file('key.pem', certificate.public_key)
    const signature = file('signature', Buffer.from(certificate.signature, 'base64'))
    const verify = (statement: string) =>
      spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', file('statement', statement), '-sigfile', signature])
        .status
    expect(verify(signedText(certificate))).toBe(0)
    expect(verify(`${signedText(certificate)}\n`)).not.toBe(0)
  })
})

describe('canonical()', () => {
  test('writes the example of RFC 8785', () => {
    const example = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })
  test('writes a number that a double would round as text', () => {
    expect(canonicalJson(parseExactJson('{"b":0.10000000000000000000000001,"a":0.1}'))).toBe('{"a":0.1,"b":"0.10000000000000000000000001"}')
  })
})

describe('the key of an installation', () => {
  test('is generated once, readable by its owner only, and named by its hash', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'plomada-key-')), 'new')
    const first = openSigningKey(folder)
    expect(openSigningKey(folder)).toMatchObject({ id: first.id, publicKey: first.publicKey })
    expect(statSync(join(folder, 'keys', 'certificate.key')).mode & 0o777).toBe(0o600)
    const der = Buffer.from(first.publicKey.replace(/-----[^-]+-----|\n/g, ''), 'base64')
    expect(first.id).toBe(createHash('sha256').update(der).digest('hex').slice(0, 32))
  })

  test('is a single one, even if several processes generate it at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-key-'))
    const module = JSON.stringify(join(import.meta.dirname, '..', '..', 'server', 'access', 'signing-key.ts'))
    const code = `const { openSigningKey } = await import(${module}); console.log(openSigningKey(${JSON.stringify(folder)}).id)`
    const made = await Promise.all(
      Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]).then(({ stdout }) => stdout.trim())),
    )
    expect(new Set(made)).toEqual(new Set([openSigningKey(folder).id]))
    expect(readdirSync(folder)).toEqual(['keys'])
  })
})
