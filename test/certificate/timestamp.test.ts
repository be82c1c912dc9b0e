import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkTimestamp, timestampRequest } from '../../server/certificate/timestamp.ts'
import { timeAuthority } from './time-authority.ts'

/** A file with these bytes. */
function written(bytes: Uint8Array): string {
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-stamp-')), 'file')
  writeFileSync(file, bytes)
  return file
}

const document = Buffer.from('{"is_compliant":true}')

describe.each(['rsa', 'ec'] as const)('a time stamp of an authority with a key: %s', (kind) => {
  const tsa = timeAuthority(kind)
  const request = timestampRequest(document)
  const response = tsa.answer(request)
  const authorities = [tsa.authority]

  test('is asked for in a form that OpenSSL reads, and its answer holds', () => {
    const text = execFileSync('openssl', ['ts', '-query', '-in', written(request), '-text'], { encoding: 'utf8' })
    expect(text).toContain('Certificate required: yes')
    expect(text).toContain('Hash Algorithm: sha256')
    expect(tsa.accepts(response, document)).toBe(true)
    const checked = checkTimestamp(response, document, { request, authorities })
    expect(checked).toMatchObject({ isValid: true, isTrusted: true, authority: 'CN=Sello de prueba' })
    expect(Math.abs(Date.now() - Date.parse('at' in checked ? checked.at : ''))).toBeLessThan(600_000)
  })

  test('without an authority to hold it against is not trusted', () => {
    expect(checkTimestamp(response, document)).toMatchObject({ isValid: true, isTrusted: false })
  })

  test('of another document, of another request, by another authority is refused', () => {
    const other = Buffer.from('{"is_compliant":false}')
    expect(checkTimestamp(response, other, { authorities })).toEqual({ isValid: false, error: 'other-document' })
    expect(tsa.accepts(response, other)).toBe(false)
    expect(checkTimestamp(response, document, { request: timestampRequest(document), authorities })).toEqual({
      isValid: false,
      error: 'other-request',
    })
    expect(checkTimestamp(response, document, { request: timestampRequest(other), authorities })).toEqual({ isValid: false, error: 'other-document' })
    expect(checkTimestamp(response, document, { authorities: [timeAuthority(kind).authority] })).toEqual({ isValid: false, error: 'authority' })
  })

  test('with any byte changed is refused, or says the same', () => {
    const said = checkTimestamp(response, document, { request, authorities })
    const taken: number[] = []
    for (let at = 0; at < response.length; at += kind === 'rsa' ? 7 : 3) {
      const changed = Buffer.from(response)
      changed[at] = (changed[at] ?? 0) ^ 0x01
      const checked = checkTimestamp(changed, document, { request, authorities })
      if (checked.isValid) {
        taken.push(at)
        expect(checked, `byte ${at}`).toEqual(said)
      }
    }
    // Free text of the status and certificates that are not needed are outside the signature.
    expect(taken.length / response.length).toBeLessThan(0.3)
  })
})

test('an answer by a certificate that is for other things too, or does not say so as critical, is refused', () => {
  for (const usage of ['critical,timeStamping,codeSigning', 'timeStamping', 'critical,codeSigning']) {
    const request = timestampRequest(document)
    let response: Buffer
    try {
      response = timeAuthority('ec', usage).answer(request)
    } catch {
      // OpenSSL itself refuses to sign with such a certificate.
      continue
    }
    expect(checkTimestamp(response, document, { request })).toMatchObject({ isValid: false })
  }
})

test('an answer that says no, and what is no answer, are refused', () => {
  const tsa = timeAuthority('ec')
  // The authority takes no SHA-1.
  const asked = execFileSync('openssl', ['ts', '-query', '-sha1', '-digest', 'a'.repeat(40), '-cert'])
  expect(checkTimestamp(tsa.answer(asked), document)).toEqual({ isValid: false, error: 'not-granted' })
  for (const bytes of [Buffer.alloc(0), Buffer.from('hola'), Buffer.from([0x30, 0x80]), tsa.answer(timestampRequest(document)).subarray(0, 200)])
    expect(checkTimestamp(bytes, document)).toEqual({ isValid: false, error: 'not-a-response' })
})

test('an answer without the certificate of its signer is refused', () => {
  const tsa = timeAuthority('ec')
  const asked = execFileSync('openssl', ['ts', '-query', '-data', written(document), '-sha256'])
  expect(checkTimestamp(tsa.answer(asked), document)).toEqual({ isValid: false, error: 'no-certificate' })
})
