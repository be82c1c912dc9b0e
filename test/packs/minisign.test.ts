import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatPublicKey,
  formatSecretKey,
  generateKeys,
  isSignedBy,
  parsePublicKey,
  parseSecretKey,
  parseSignature,
  signContent,
} from '../../server/packs/minisign.ts'

const keys = generateKeys()
const content = Buffer.from('Normativa')
const signed = signContent(content, keys, 'comentario con eñe')

// Made with minisign 0.11: minisign -GW, then minisign -Sm for the five bytes "hola\n".
const theirs = {
  public: 'untrusted comment: minisign public key AEABE9E5F21C3B22\nRWQiOxzy5emrrvPIVVgJ7/fpMiWMapsO/8Fl3dENUJMxBO7MpwgXzyWq\n',
  signature:
    'untrusted comment: signature from minisign secret key\nRUQiOxzy5emrrm0QSZpDuIJaAyv0/ZlzkwsERxTm1a1TQEOEwopdcOP9GKlZtWXJJ73iaBQbp9xgKhfo6DRDrpw9qHStoYau6gg=\ntrusted comment: timestamp:1795277652\tfile:f\thashed\nI+IpQo4KL8hIFBQf05yb0g8CBDhQC8halkdgLy0jVR+92oJO7KbCExXSWgEGSlEeW9OKyR3uo1HZ5ZaMAw3BCw==\n',
}

describe('minisign', () => {
  test('keys and signatures are read back unchanged', () => {
    expect(parsePublicKey(formatPublicKey(keys))).toEqual({ id: keys.id, bytes: keys.bytes })
    expect(parseSecretKey(formatSecretKey(keys))).toEqual(keys)
    expect(parseSignature(signed)).toMatchObject({ keyId: keys.id, trustedComment: 'comentario con eñe' })
    expect(isSignedBy(content, parseSignature(signed), keys)).toBe(true)
  })

  test('a signature is deterministic for content, key and comment', () => {
    expect(signContent(content, keys, 'comentario con eñe')).toBe(signed)
  })

  test('a signature made by minisign is accepted, one of another file is not', () => {
    const key = parsePublicKey(theirs.public)
    expect(key.id).toBe('AEABE9E5F21C3B22')
    expect(isSignedBy(Buffer.from('hola\n'), parseSignature(theirs.signature), key)).toBe(true)
    expect(isSignedBy(Buffer.from('hola'), parseSignature(theirs.signature), key)).toBe(false)
  })

  test('any changed byte after the untrusted comment is rejected', () => {
    const bytes = Buffer.from(signed)
    const free = signed.indexOf('\n')
    const isAccepted = (text: string): boolean => {
      try {
        return isSignedBy(content, parseSignature(text), keys)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
        return false
      }
    }
    fc.assert(
      fc.property(fc.integer({ min: free + 1, max: bytes.length - 2 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const copy = Buffer.from(bytes)
        copy[at] = (copy[at] ?? 0) ^ change
        expect(isAccepted(copy.toString('latin1')), `byte ${at}`).toBe(false)
        expect(isAccepted(copy.toString('utf8')), `byte ${at}`).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('invalid keys, keys with a password and legacy signatures are reported', () => {
    expect(() => parsePublicKey('hola')).toThrow('expected a minisign .pub file')
    expect(() => parseSecretKey(formatPublicKey(keys))).toThrow('expected a minisign secret key file')
    const locked = Buffer.from(formatSecretKey(keys).split('\n')[1] ?? '', 'base64')
    locked.write('Sc', 2, 'latin1')
    expect(() => parseSecretKey(`untrusted comment: x\n${locked.toString('base64')}\n`)).toThrow('it has a password')
    expect(() => parseSignature(signed.replace('\nRU', '\nRW'))).toThrow('expected a hashed one')
    expect(() => signContent(content, keys, 'dos\nlíneas')).toThrow('expected one line')
  })

  const isPresent = spawnSync('minisign', ['-v']).status === 0
  test.runIf(isPresent)('minisign accepts our signatures and signs with our keys', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-minisign-'))
    const [file, secret, pub] = [join(folder, 'f'), join(folder, 'k.key'), join(folder, 'k.pub')]
    const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8' })
    writeFileSync(file, content)
    writeFileSync(`${file}.minisig`, signed)
    writeFileSync(secret, formatSecretKey(keys))
    writeFileSync(pub, formatPublicKey(keys))
    expect(minisign('-Vm', file, '-p', pub).stdout).toContain('comentario con eñe')
    writeFileSync(file, 'Normativas')
    expect(minisign('-Vm', file, '-p', pub).status).not.toBe(0)
    expect(minisign('-Sm', file, '-s', secret).status).toBe(0)
    expect(isSignedBy(Buffer.from('Normativas'), parseSignature(readFileSync(`${file}.minisig`, 'utf8')), keys)).toBe(true)
  })
})
