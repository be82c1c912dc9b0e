import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { startProgram } from '../e2e/program.ts'
import { plomada } from '../run-cli.ts'
import { bodyOf, flatRoof } from '../service.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-anew-'))

/** A closed folder with one key and one audit line. */
function used(): { readonly folder: string; readonly key: string } {
  const folder = newFolder()
  const store = openStore(folder, () => new Date())
  const { text } = store.keys.issue({ name: 'conocida', scopes: ['read', 'verify'], expiresAt: null })
  store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'key add', subject: null, status: null, request_id: null })
  store.close()
  return { folder, key: text }
}

describe('a folder whose audit has lines', () => {
  test.each([
    ['of zero length', (file: string) => writeFileSync(file, '')],
    ['missing', (file: string) => rmSync(file)],
    [
      'without a single table',
      (file: string) => {
        rmSync(file)
        const database = new Database(file)
        database.pragma('user_version = 1')
        database.pragma('user_version = 0')
        database.close()
      },
    ],
  ])('and whose plomada.db is %s is not a new installation: it is refused, and no key is issued', async (_what, change) => {
    const { folder } = used()
    const file = join(folder, 'plomada.db')
    change(file)
    const before = statSync(file, { throwIfNoEntry: false })?.size
    const { code, err } = await plomada(folder, 'key', 'list')
    expect(code).toBe(1)
    expect(err).toMatch(/plomada\.db.*plomada restore/)
    expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(before)
  })

  test('and whose plomada.db is damaged still shows them', () => {
    const { folder } = used()
    const file = join(folder, 'plomada.db')
    writeFileSync(file, readFileSync(file).fill(0xff, 0, 16))
    const store = openStore(folder, () => new Date())
    expect(store.storageError).toBe('damaged')
    expect(store.audit.newest(Number.MAX_SAFE_INTEGER, 10).map(({ operation }) => operation)).toEqual(['key add'])
    store.close()
  })

  test('and whose plomada.db is damaged is served: verdicts for the desktop, the reason for keys, no first key', async () => {
    const { folder, key } = used()
    const file = join(folder, 'plomada.db')
    writeFileSync(file, readFileSync(file).fill(0xff, 0, 16))
    const program = await startProgram(folder)
    try {
      const response = await fetch(`${program.url}/api/v1/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(flatRoof),
      })
      expect(response.status).toBe(503)
      expect(await bodyOf(response)).toMatchObject({ code: 'read-only', detail: expect.stringContaining('plomada restore') })
      expect(await bodyOf(await fetch(`${program.url}/healthz`))).toEqual({ status: 'read-only', reason: 'damaged' })
      expect(program.key).toBe('')
      expect(program.said()).toContain('Solo lectura')
    } finally {
      await program.stop()
    }
  })
})
