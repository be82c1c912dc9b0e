import { describe, expect, test } from 'vitest'
import { keyMissing } from '../../server/access/key.ts'
import { openStore } from '../../server/access/store.ts'
import { ServiceError } from '../../server/errors/service-error.ts'

let now = new Date('2026-11-21T10:00:00Z')
const { keys } = openStore(undefined, () => now)
const elsewhere = openStore(undefined, () => now)
const issue = (name: string, expiresAt: Date | null = null) => keys.issue({ name, scopes: ['read'], expiresAt })

/** What somebody is told who comes with this key, and how the answer asks for another. */
function refusal(text: string): unknown {
  try {
    return keys.authenticate(text)
  } catch (error) {
    return error instanceof ServiceError ? [error.code, error.detail, error.extras.headers] : error
  }
}
const invalidToken = { 'WWW-Authenticate': 'Bearer realm="plomada", error="invalid_token"' }

describe('whose key is not taken is told why, in both languages', () => {
  test('that it is not written as a key is', () => {
    const told = {
      es: 'La clave está mal escrita: empieza por plm_ y tiene 40 caracteres; cópiela entera',
      en: 'The key is malformed: it begins with plm_ and has 40 characters; copy it whole',
    }
    const { text } = issue('entera')
    for (const wrong of ['', 'plm_', text.slice(1), text.slice(0, -1), `${text} `, ` ${text}`, `${text}\n`, text.toUpperCase(), `x${text}`])
      expect(refusal(wrong), JSON.stringify(wrong)).toEqual(['key-malformed', told, invalidToken])
  })

  test('that this installation has no such key', () => {
    const { text } = elsewhere.keys.issue({ name: 'ajena', scopes: ['read'], expiresAt: null })
    const told = { es: 'Esta instalación no tiene esa clave', en: 'This installation has no such key' }
    expect(refusal(text)).toEqual(['key-invalid', told, invalidToken])
  })

  test('on what day it was revoked', () => {
    const { text } = issue('obra')
    keys.revoke('obra')
    const told = { es: 'La clave «obra» se revocó el 2026-11-21', en: 'Key "obra" was revoked on 2026-11-21' }
    expect(refusal(text)).toEqual(['key-revoked', told, invalidToken])
  })

  test('on what day it expired, from that moment on', () => {
    const { text, key } = issue('corta', new Date('2026-11-22T10:00:00Z'))
    now = new Date('2026-11-22T09:59:59.999Z')
    expect(refusal(text)).toMatchObject({ id: key.id })
    now = new Date('2026-11-22T10:00:00Z')
    const told = { es: 'La clave «corta» caducó el 2026-11-22', en: 'Key "corta" expired on 2026-11-22' }
    expect(refusal(text)).toEqual(['key-expired', told, invalidToken])
  })

  test('that one is needed, where there is none', () => {
    const { code, detail, extras } = keyMissing()
    expect([code, detail, extras.headers]).toEqual([
      'key-missing',
      { es: 'Envíe la clave en la cabecera Authorization: Bearer plm_…', en: 'Send the key in the header Authorization: Bearer plm_…' },
      { 'WWW-Authenticate': 'Bearer realm="plomada"' },
    ])
  })
})

test('two keys are never alike, have their first characters as a name, and no more of them is kept', () => {
  const issued = Array.from({ length: 20 }, (_, index) => issue(`clave ${index}`))
  expect(new Set(issued.map(({ text }) => text)).size).toBe(20)
  for (const { text, key } of issued) {
    expect(text).toMatch(/^plm_[0-9A-Za-z]{36}$/)
    expect(key.prefix).toBe(text.slice(0, 12))
    expect(JSON.stringify(keys.list())).not.toContain(text.slice(12))
  }
  // Every letter and digit comes up in so many.
  expect(new Set(issued.flatMap(({ text }) => [...text.slice(4)])).size).toBeGreaterThan(55)
})

test('a key that takes the place of another is valid for as long from now on, or for ever as that one', () => {
  now = new Date('2026-01-01T00:00:00Z')
  issue('diez días', new Date('2026-01-11T00:00:00Z'))
  issue('siempre')
  now = new Date('2026-01-05T12:00:00Z')
  expect(keys.rotate('diez días')?.key).toMatchObject({ created_at: '2026-01-05T12:00:00.000Z', expires_at: '2026-01-15T12:00:00.000Z' })
  expect(keys.rotate('siempre')?.key.expires_at).toBeNull()
  expect(keys.list().findLast(({ name, revoked_at }) => name === 'diez días' && revoked_at !== null)?.revoked_at).toBe('2026-01-05T12:00:00.000Z')
})

test('a use is noted at once where none was, and where the clock was set back a minute or more', () => {
  const { text, key } = issue('reloj')
  const usedAt = (moment: string) => {
    now = new Date(moment)
    keys.authenticate(text)
    return keys.list().find(({ id }) => id === key.id)?.last_used_at
  }
  expect(usedAt('2026-01-01T12:00:00.000Z')).toBe('2026-01-01T12:00:00.000Z')
  expect(usedAt('2026-01-01T12:00:59.999Z')).toBe('2026-01-01T12:00:00.000Z')
  expect(usedAt('2026-01-01T11:59:00.001Z')).toBe('2026-01-01T12:00:00.000Z')
  expect(usedAt('2026-01-01T11:59:00.000Z')).toBe('2026-01-01T11:59:00.000Z')
})
