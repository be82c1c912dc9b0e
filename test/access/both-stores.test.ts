import { describe, expect, test } from 'vitest'
import { verifyAll } from '../../server/access/audit-verification.ts'
import { openStore } from '../../server/access/store.ts'
import { by, document, storeKinds, today } from './store-kinds.ts'

// What the store promises, held against both kinds: SQLite in the data folder, and a PostgreSQL database that nodes share.
const entry = (subject: string) => ({
  who: { kind: 'terminal' as const },
  address: null,
  operation: 'probar',
  subject,
  status: null,
  request_id: null,
})

describe.each(storeKinds())('the store: %s', (_name, newPlace) => {
  test('keys are let in until they expire, are revoked or rotated, and are there after a restart', async () => {
    const open = newPlace()
    let now = new Date(today)
    const store = await open(() => now)
    const { text, key } = await store.keys.issue({ name: 'obra', scopes: ['read', 'verify'], expiresAt: new Date('2026-11-22T10:00:00Z') })
    expect(await store.keys.authenticate(text)).toMatchObject({ id: key.id, name: 'obra', scopes: ['read', 'verify'] })
    const { text: other } = await store.keys.issue({ name: 'otra', scopes: ['ask'], expiresAt: null })
    const fresh = await store.keys.rotate('otra')
    await expect(async () => store.keys.authenticate(other)).rejects.toMatchObject({ code: 'key-revoked' })
    expect(await store.keys.authenticate(fresh?.text ?? '')).toMatchObject({ name: 'otra', scopes: ['ask'] })
    expect(await store.keys.revoke(String(fresh?.key.id))).toMatchObject({ revoked_at: today })
    await expect(async () => store.keys.authenticate(fresh?.text ?? '')).rejects.toMatchObject({ code: 'key-revoked' })
    expect(await store.keys.revoke('nadie')).toBeUndefined()
    expect(await store.keys.rotate('nadie')).toBeUndefined()
    await store.close()
    const again = await open(() => now)
    expect((await again.keys.list()).map(({ name, revoked_at }) => [name, revoked_at])).toEqual([
      ['obra', null],
      ['otra', today],
      ['otra', today],
    ])
    expect(await again.keys.authenticate(text)).toMatchObject({ id: key.id })
    await expect.poll(async () => (await again.keys.list())[0]?.last_used_at).toBe(today)
    now = new Date('2026-11-23T10:00:00Z')
    await expect(async () => again.keys.authenticate(text)).rejects.toMatchObject({ code: 'key-expired' })
    await expect(async () => again.keys.authenticate(`${text.slice(0, -1)}!`)).rejects.toMatchObject({ code: 'key-malformed' })
    await again.close()
  })

  test('limits and group of a key are kept, also by the key that takes its place', async () => {
    const open = newPlace()
    const store = await open()
    const limits = { projects: ['uno', 'dos'], group: 'obra norte' }
    await store.keys.issue({ name: 'limitada', scopes: ['read'], expiresAt: null, readingOnly: true, ...limits })
    await store.keys.issue({ name: 'libre', scopes: ['read'], expiresAt: null })
    const fresh = await store.keys.rotate('limitada')
    await store.close()
    const again = await open()
    expect(await again.keys.authenticate(fresh?.text ?? '')).toMatchObject({ reading_only: true, ...limits })
    expect((await again.keys.list())[1]).toMatchObject({ name: 'libre', reading_only: false, projects: null, group: null })
    await again.close()
  })

  test('a key of nobody is unknown', async () => {
    const [store, elsewhere] = [await newPlace()(), openStore(undefined, () => new Date(today))]
    const { text } = elsewhere.keys.issue({ name: 'ajena', scopes: ['read'], expiresAt: null })
    await expect(async () => store.keys.authenticate(text)).rejects.toMatchObject({ code: 'key-invalid' })
    await store.close()
  })

  test('a session stands for its key until it ends, with both of its secrets', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now)
    const { text, key } = await store.keys.issue({ name: 'página', scopes: ['read'], expiresAt: null })
    const { token, proof } = await store.sessions.start(key)
    const other = await store.sessions.start(key)
    expect(await store.sessions.keyOf(token, proof)).toBe(key.id)
    expect(await store.sessions.keyOf(token, other.proof)).toBeUndefined()
    expect(await store.keys.authenticateNumber(key.id)).toMatchObject({ name: 'página' })
    await store.sessions.end(other.token)
    expect(await store.sessions.keyOf(other.token, other.proof)).toBeUndefined()
    for (let times = 0; times < 50; times++) await store.sessions.start(key)
    await store.close()
    const again = await open(() => now)
    expect(await again.sessions.keyOf(token, proof)).toBeUndefined()
    const last = await again.sessions.start(await again.keys.authenticate(text))
    now = new Date('2027-11-21T10:00:00Z')
    expect(await again.sessions.keyOf(last.token, last.proof)).toBeUndefined()
    await expect(async () => again.keys.authenticateNumber(999)).rejects.toMatchObject({ code: 'key-invalid' })
    await again.close()
  })

  test('a session ends with its key, at most thirty days after it began', async () => {
    let now = new Date(today)
    const store = await newPlace()(() => now)
    const later = (ms: number) => new Date(Date.parse(today) + ms)
    const day = 86_400_000
    for (const [expiresAt, lasts] of [
      [null, 30 * day],
      [later(31 * day), 30 * day],
      [later(day), day],
    ] as const) {
      now = new Date(today)
      const { key } = await store.keys.issue({ name: 'página', scopes: ['read'], expiresAt })
      const { token, proof, expiresAt: ends } = await store.sessions.start(key)
      expect(ends).toEqual(later(lasts))
      now = later(lasts - 1)
      expect(await store.sessions.keyOf(token, proof)).toBe(key.id)
      now = later(lasts)
      expect(await store.sessions.keyOf(token, proof)).toBeUndefined()
    }
    await store.close()
  })

  test('projects keep every byte, count revisions, and are listed the last changed first', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now)
    const odd = document('Casa\u0000\ud800 en «Écija» 🏠', '0.35000000000000000000000000000001')
    const first = await store.projects.create(odd, by(3))
    now = new Date('2026-11-21T11:00:00.000Z')
    const second = await store.projects.create(document('Nave'))
    expect(first).toMatchObject({ revision: 1, created_at: today, document: odd })
    expect((await store.projects.list()).map(({ id, checks, geo_id }) => [id, checks, geo_id])).toEqual([
      [second.id, 1, 'ES-41039'],
      [first.id, 1, 'ES-41039'],
    ])
    now = new Date('2026-11-21T12:00:00.000Z')
    const replaced = await store.projects.replace(first.id, { revision: 1, document: document('Casa grande') })
    expect(replaced).toMatchObject({ revision: 2, updated_at: '2026-11-21T12:00:00.000Z', created_at: today })
    expect(await store.projects.replace(first.id, { revision: 1, document: document('Otra') })).toBeUndefined()
    expect((await store.projects.list())[0]).toMatchObject({ id: first.id, name: 'Casa grande', reference: '12/26', revision: 2 })
    await store.close()
    const again = await open()
    expect(await again.projects.get(first.id)).toEqual(replaced)
    expect([await again.projects.delete(first.id), await again.projects.delete(first.id)]).toEqual([true, false])
    expect(await again.projects.get(first.id)).toBeUndefined()
    await again.close()
  })

  test('two writers of one revision: one wins', async () => {
    const store = await newPlace()()
    const { id } = await store.projects.create(document('Casa'))
    const both = await Promise.all(['A', 'B'].map(async (name) => store.projects.replace(id, { revision: 1, document: document(name) })))
    expect(both.filter((one) => one !== undefined)).toHaveLength(1)
    expect((await store.projects.get(id))?.revision).toBe(2)
    await store.close()
  })

  test('earlier revisions of a project are kept with who and when; the newest hundred of them', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now)
    const { id } = await store.projects.create(document('Casa 1'), by(3))
    now = new Date('2026-11-22T10:00:00.000Z')
    await store.projects.replace(id, { revision: 1, document: document('Casa 2'), author: { kind: 'desktop' } })
    expect(await store.projects.replace(id, { revision: 1, document: document('Casa 3') })).toBeUndefined()
    await store.close()
    const again = await open(() => now)
    expect(await again.projects.revisions(id)).toEqual([
      { revision: 2, at: now.toISOString(), by: { kind: 'desktop' }, photos: 0 },
      { revision: 1, at: today, by: by(3), photos: 0 },
    ])
    expect(await again.projects.revision(id, 1)).toEqual({ revision: 1, at: today, by: by(3), photos: 0, document: document('Casa 1') })
    expect((await again.projects.revision(id, 2))?.document).toBe(document('Casa 2'))
    expect([await again.projects.revision(id, 3), await again.projects.revision('otro', 1), await again.projects.revisions('otro')]).toEqual([
      undefined,
      undefined,
      [],
    ])
    for (let revision = 2; revision <= 110; revision++) await again.projects.replace(id, { revision, document: document(`Casa ${revision + 1}`) })
    const kept = (await again.projects.revisions(id)).map(({ revision }) => revision)
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([101, 111, 11])
    await again.close()
  })

  test('earlier revisions give way to each other, of the same project only, and never stop a change', async () => {
    const store = await newPlace()(undefined, { quota: { count: 100, bytes: 100_000 } })
    const other = await store.projects.create(document('Otra'), by(8))
    await store.projects.replace(other.id, { revision: 1, document: document('Otra 2'), author: by(8) })
    const { id } = await store.projects.create(document('Casa', 'x'.repeat(3000)), by(7))
    for (let revision = 1; revision <= 20; revision++)
      expect(await store.projects.replace(id, { revision, document: document('Casa', 'y'.repeat(3000)), author: by(7) })).toBeDefined()
    // A key has a tenth: three of these.
    expect((await store.projects.revisions(id)).map(({ revision }) => revision)).toEqual([21, 20, 19, 18])
    expect(await store.projects.revisions(other.id)).toHaveLength(2)
    await store.close()
  })

  test('a deleted project can be recovered with its revisions for thirty days, and is gone afterwards', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now)
    const { id } = await store.projects.create(document('Casa'), by(3))
    const replaced = await store.projects.replace(id, { revision: 1, document: document('Casa grande'), author: by(3) })
    expect(await store.projects.delete(id, by(4))).toBe(true)
    expect([await store.projects.get(id), await store.projects.list(), await store.projects.revisions(id)]).toEqual([undefined, [], []])
    expect(await store.projects.replace(id, { revision: 2, document: document('x') })).toBeUndefined()
    expect(await store.projects.bin()).toEqual([
      { id, name: 'Casa grande', reference: '12/26', geo_id: 'ES-41039', checks: 1, revision: 2, deleted_at: today, deleted_by: by(4) },
    ])
    expect(await store.projects.recover('otro')).toBeUndefined()
    expect(await store.projects.recover(id)).toEqual(replaced)
    expect(await store.projects.recover(id)).toBeUndefined()
    expect([await store.projects.purge(id), await store.projects.revisions(id)]).toEqual([false, expect.objectContaining({ length: 2 })])
    await store.projects.delete(id)
    const days = (count: number): Date => new Date(Date.parse(today) + count * 86_400_000)
    now = days(30)
    expect(await store.projects.bin()).toHaveLength(1)
    now = new Date(days(30).getTime() + 1)
    // Not there for anybody, though nothing has erased it yet.
    expect([await store.projects.bin(), await store.projects.recover(id), await store.projects.purge(id)]).toEqual([[], undefined, false])
    await store.projects.purgeExpired()
    now = days(1)
    expect(await store.projects.bin()).toEqual([])
    await store.close()
  })

  test('opening the store erases what is due; the bin of a key gives way to its own newer ones, and to no other', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now, { quota: { count: 30, bytes: 1_000_000 } })
    const deleted = async (name: string, owner: number): Promise<void> => {
      const { id } = await store.projects.create(document(name), by(owner))
      await store.projects.delete(id)
    }
    await deleted('ajena', 8)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await deleted(name, 7)
    expect((await store.projects.bin()).map(({ name }) => name)).toEqual(['e', 'd', 'c', 'ajena'])
    const [first] = await store.projects.bin()
    expect([await store.projects.purge(first?.id ?? ''), await store.projects.purge(first?.id ?? '')]).toEqual([true, false])
    await store.close()
    now = new Date('2027-01-21T10:00:00.000Z')
    await (await open(() => now)).close()
    now = new Date(today)
    const again = await open(() => now)
    expect(await again.projects.bin()).toEqual([])
    await again.close()
  })

  test('quotas count projects and bytes, of all and of one key, also where many are written at once', async () => {
    const store = await newPlace()(undefined, { quota: { count: 20, bytes: 100_000 } })
    const made = await Promise.allSettled(Array.from({ length: 6 }, async (_one, index) => store.projects.create(document(String(index)), by(7))))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(async () => store.projects.create(document('x'.repeat(20_000)), by(8))).rejects.toMatchObject({ code: 'quota-exceeded' })
    const rest = await Promise.allSettled(Array.from({ length: 25 }, async (_one, index) => store.projects.create(document(String(index)))))
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
    await store.close()
  })

  test('the audit is one signed chain, in order, over restarts', async () => {
    const open = newPlace()
    const store = await open()
    await store.audit.append(entry('primera'))
    await Promise.all(Array.from({ length: 50 }, async (_one, index) => store.audit.appendInTurn(entry(`línea ${index}`))))
    await store.close()
    const again = await open()
    again.audit.countUnlisted()
    await again.audit.append(entry('última'))
    await again.audit.sign()
    const [check, ...others] = await verifyAll(again.audit)
    expect(others).toEqual([])
    expect(check).toMatchObject({ lines: 52, signed_through: 52, broken: undefined })
    const newest = await again.audit.newest(Number.MAX_SAFE_INTEGER, 3)
    expect(newest.map(({ subject, seq, unlisted }) => [subject, seq, unlisted])).toEqual([
      ['última', 52, 1],
      ['línea 49', 51, undefined],
      ['línea 48', 50, undefined],
    ])
    expect(await again.audit.count()).toBe(52)
    const head = await again.audit.head()
    expect((await verifyAll(again.audit, [{ seq: 52, hash: head?.hash ?? '' }]))[0]?.broken).toBeUndefined()
    expect((await verifyAll(again.audit, [{ seq: 52, hash: '0'.repeat(64) }]))[0]?.broken).toMatchObject({ seq: 52, why: 'changed' })
    await again.close()
  })

  test('retention removes old lines and says so in the chain', async () => {
    let now = new Date('2026-01-01T10:00:00.000Z')
    const store = await newPlace()(() => now, { auditDays: 30 })
    for (let times = 0; times < 3; times++) await store.audit.append(entry('vieja'))
    now = new Date('2026-03-01T10:00:00.000Z')
    await store.audit.append(entry('nueva'))
    now = new Date('2026-03-02T10:00:00.000Z')
    await store.audit.append(entry('del día siguiente'))
    await store.audit.sign()
    const lines = await store.audit.newest(Number.MAX_SAFE_INTEGER, 10)
    expect(lines.map(({ subject }) => subject)).not.toContain('vieja')
    expect(lines.find(({ removed_through }) => removed_through !== undefined)).toMatchObject({
      removed_through: { seq: 3, lines: 3, because: { days: 30 } },
    })
    expect((await verifyAll(store.audit))[0]?.broken).toBeUndefined()
    await store.close()
  })

  test('the letterhead is set, replaced and removed', async () => {
    const open = newPlace()
    const store = await open()
    expect(await store.office.get()).toBeUndefined()
    await store.office.set({ name: 'Estudio', address: '', logo: null })
    await store.office.set({ name: 'Estudio Écija', address: 'Calle Mayor, 1', logo: null })
    await store.close()
    const again = await open()
    expect(await again.office.get()).toEqual({ name: 'Estudio Écija', address: 'Calle Mayor, 1', logo: null })
    await again.office.set(undefined)
    expect(await again.office.get()).toBeUndefined()
    await again.close()
  })

  test('the signing key is made once and stays', async () => {
    const open = newPlace()
    const store = await open()
    const { id } = store.signingKey()
    await store.close()
    const again = await open()
    expect(again.signingKey().id).toBe(id)
    await again.close()
  })
})
