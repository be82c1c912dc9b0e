import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  earlierKeys,
  existingKeyId,
  openSigningKey,
  readKeyListText,
  replaceSigningKey,
  signingKeyFile,
  signingKeyOf,
  watchedSigningKey,
} from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-signing-'))
const keyFile = (folder: string, name: string): string => join(folder, 'keys', name)

/** A folder in whose keys is this text. */
function withKey(text: string): string {
  const folder = newFolder()
  mkdirSync(join(folder, 'keys'))
  writeFileSync(signingKeyFile(folder), text)
  return folder
}

const pem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

describe('the file of the signing key', () => {
  test.each([
    ['of another kind', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['for exchanging keys', pem(generateKeyPairSync('x25519').privateKey)],
    ['public', openSigningKey(undefined).publicKey],
    ['none', 'AAAA'],
    ['empty', ''],
  ])('is refused where the key is %s, and never replaced or quoted', (_what, text) => {
    const folder = withKey(text)
    const file = signingKeyFile(folder)
    expect(() => openSigningKey(folder)).toThrow(
      expect.objectContaining({
        kind: 'damaged',
        detail: {
          es: `${file} no es una clave privada Ed25519: restáurela de una copia`,
          en: `${file} is not an Ed25519 private key: restore it from a backup`,
        },
      }),
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(() => signingKeyOf(text, 'la tabla')).toThrow('la tabla is not an Ed25519 private key')
  })

  test('is read as it is, and what it signs is verified with its public key', () => {
    const { id, publicKey, sign } = openSigningKey(newFolder())
    expect(id).toMatch(/^[\da-f]{32}$/)
    expect(verify(null, Buffer.from('texto'), createPublicKey(publicKey), Buffer.from(sign('texto'), 'base64'))).toBe(true)
    const secret = generateKeyPairSync('ed25519').privateKey
    expect(openSigningKey(withKey(pem(secret))).id).toBe(signingKeyOf(pem(secret), '').id)
  })

  test('is not made by asking which key there is', () => {
    const folder = newFolder()
    expect([existingKeyId(folder), readKeyListText(folder), readKeyListText(undefined), earlierKeys(folder)]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ])
    expect(existsSync(join(folder, 'keys'))).toBe(false)
    const { id } = openSigningKey(folder)
    expect(existingKeyId(folder)).toBe(id)
  })

  test('that other accounts could read is restricted at the next start, and the audit says so', () => {
    const folder = newFolder()
    openSigningKey(folder)
    chmodSync(signingKeyFile(folder), 0o644)
    const store = openStore(folder, () => new Date())
    expect(store.audit.newest(Number.MAX_SAFE_INTEGER, 10)).toMatchObject([
      { who: { kind: 'service' }, operation: 'key file repair', subject: expect.stringContaining('(0644): ahora 0600') },
    ])
    store.close()
    expect(statSync(signingKeyFile(folder)).mode & 0o777).toBe(0o600)
    const again = openStore(folder, () => new Date())
    expect(again.audit.count()).toBe(1)
    again.close()
  })
})

describe('a signing key that takes the place of another', () => {
  const listOf = (earlier: string) => (next: { readonly id: string }) => ({ key_id: next.id, keys: [{ public_key: earlier }] })

  test('is used by those who hold the old one, and the old one is listed', () => {
    const folder = newFolder()
    const held = watchedSigningKey(folder)
    const first = held()
    expect(held()).toBe(first)
    const list = replaceSigningKey(folder, listOf(first.publicKey))
    expect(held().id).toBe(list.key_id)
    expect(held().id).not.toBe(first.id)
    expect(held()).toBe(held())
    expect(earlierKeys(folder)).toEqual([first.publicKey])
    expect(existsSync(keyFile(folder, 'next.key'))).toBe(false)
    expect(statSync(signingKeyFile(folder)).mode & 0o777).toBe(0o600)
  })

  test('is put there by the next reader where that was cut short, and forgotten where its list was not written', () => {
    for (const [isListed, read] of [
      [true, openSigningKey],
      [false, openSigningKey],
      [true, readKeyListText],
      [false, readKeyListText],
    ] as const) {
      const folder = newFolder()
      const first = openSigningKey(folder)
      const secret = pem(generateKeyPairSync('ed25519').privateKey)
      const { id } = signingKeyOf(secret, '')
      writeFileSync(keyFile(folder, 'next.key'), secret)
      if (isListed) writeFileSync(keyFile(folder, 'signing-keys.json'), JSON.stringify({ key_id: id, keys: [] }))
      read(folder)
      expect(existsSync(keyFile(folder, 'next.key'))).toBe(false)
      expect(openSigningKey(folder).id).toBe(isListed ? id : first.id)
    }
  })

  test('in memory is one that nothing keeps', () => {
    const held = watchedSigningKey(undefined)
    expect(held()).toBe(held())
    expect(watchedSigningKey(undefined)().id).not.toBe(held().id)
  })
})
