import { describe, expect, test } from 'vitest'
import { by, document, storeKinds, today } from './store-kinds.ts'

describe.each(storeKinds())('photographs in the store: %s', (_name, newPlace) => {
  test('photographs belong to their project: they go to the bin, come back and are erased with it', async () => {
    const open = newPlace()
    const store = await open(undefined, { quota: { count: 100, bytes: 100_000 } })
    const content = new Uint8Array([0, 255, 7])
    const photo = { check: '1', caption: 'Écija\u0000', type: 'image/jpeg' as const, width: 3, height: 2, sha256: 'ab', content }
    const [{ id }, other] = [await store.projects.create(document('Casa'), by(3)), await store.projects.create(document('Otra'), by(3))]
    const added = await store.photos.add(id, { ...photo, author: by(3) })
    if (added === undefined) throw new Error('not added')
    expect(added).toMatchObject({ check: '1', bytes: 3, added_at: today, added_by: by(3) })
    expect(await store.photos.add('nada', photo)).toBeUndefined()
    await store.close()
    const again = await open(undefined, { quota: { count: 100, bytes: 100_000 } })
    expect(await again.photos.list(id)).toEqual([added])
    const read = await again.photos.get(id, added.id)
    expect([...(read?.content ?? [])]).toEqual([...content])
    expect([await again.photos.get(other.id, added.id), await again.photos.list(other.id)]).toEqual([undefined, []])
    // In the bin they are not there; recovered, they are.
    await again.projects.delete(id)
    expect([await again.photos.list(id), await again.photos.get(id, added.id), await again.photos.remove(id, added.id)]).toEqual([
      [],
      undefined,
      undefined,
    ])
    expect(await again.photos.add(id, photo)).toBeUndefined()
    await again.projects.recover(id)
    expect(await again.photos.list(id)).toHaveLength(1)
    // A key has a tenth of the bytes.
    await expect(async () => again.photos.add(id, { ...photo, content: new Uint8Array(10_000), author: by(3) })).rejects.toMatchObject({
      code: 'quota-exceeded',
    })
    expect([await again.photos.remove(other.id, added.id), await again.photos.remove(id, added.id), await again.photos.remove(id, added.id)]).toEqual(
      [undefined, 2, undefined],
    )
    await again.photos.add(id, photo)
    await again.projects.delete(id)
    await again.projects.purge(id)
    // Erased with the project: their room is free again.
    expect(await again.photos.add(other.id, { ...photo, content: new Uint8Array(99_999) })).toMatchObject({ bytes: 99_999 })
    await again.close()
  })

  test('a revision names its photographs, and going back brings back those that it had and loses none', async () => {
    const store = await newPlace()()
    const photo = (caption: string) => ({
      check: '1',
      caption,
      type: 'image/png' as const,
      width: 3,
      height: 2,
      sha256: caption,
      content: new Uint8Array([1]),
      author: by(3),
    })
    const { id } = await store.projects.create(document('Casa'), by(3))
    const first = await store.photos.add(id, photo('primera'))
    await store.projects.replace(id, { revision: 1, document: document('Casa grande') })
    const second = await store.photos.add(id, photo('segunda'))
    const [one, two] = [first?.id ?? '', second?.id ?? '']
    const captions = async (revision: number) => {
      const { ids = [], photos = [] } = (await store.photos.ofRevision(id, revision)) ?? {}
      return [ids.length, photos.map(({ caption }) => caption)]
    }
    expect([await captions(1), await captions(2)]).toEqual([
      [1, ['primera']],
      [2, ['primera', 'segunda']],
    ])
    // Removing one is a change of the project, and says who made it.
    expect(await store.photos.remove(id, one, by(7))).toBe(3)
    expect((await store.photos.list(id)).map(({ caption }) => caption)).toEqual(['segunda'])
    expect(await store.photos.get(id, one)).toMatchObject({ caption: 'primera', removed_at: today })
    expect((await store.projects.revisions(id)).map(({ revision, by: who, photos }) => [revision, who, photos])).toEqual([
      [3, by(7), 1],
      [2, { kind: 'terminal' }, 2],
      [1, by(3), 1],
    ])
    // Undone: the first is back; the second, which that revision had not, stays.
    expect(await store.projects.replace(id, { revision: 3, document: document('Casa'), photosOf: 1 })).toMatchObject({ revision: 4 })
    expect((await store.photos.list(id)).map(({ caption, removed_at }) => [caption, removed_at])).toEqual([
      ['primera', null],
      ['segunda', null],
    ])
    // Erased for good: a revision still says how many it had.
    expect([await store.photos.erase(id, one), await store.photos.get(id, one), await store.photos.erase(id, one)]).toEqual([5, undefined, undefined])
    expect([await captions(1), await captions(2), await captions(4), await captions(5), await captions(6)]).toEqual([
      [1, []],
      [2, ['segunda']],
      [2, ['segunda']],
      [1, ['segunda']],
      [0, []],
    ])
    expect(await store.photos.ofRevision(id, 6)).toBeUndefined()
    await store.photos.remove(id, two)
    // What is out of use already is erased without another revision.
    expect(await store.photos.erase(id, two)).toBe(6)
    await store.close()
  })

  test('a project has two hundred photographs in use at most, also with those that a revision brings back', async () => {
    const store = await newPlace()()
    const { id } = await store.projects.create(document('Casa'))
    const photo = { check: '1', caption: '', type: 'image/png' as const, width: 3, height: 2, sha256: '', content: new Uint8Array([1]) }
    const full = {
      code: 'quota-exceeded',
      detail: { es: expect.stringContaining('200 fotografías'), en: expect.stringContaining('200 photographs') },
    }
    for (let count = 1; count < 200; count++) await store.photos.add(id, photo)
    const last = (await store.photos.add(id, photo))?.id ?? ''
    await expect(async () => store.photos.add(id, photo)).rejects.toMatchObject(full)
    expect(await store.photos.remove(id, last)).toBe(2)
    const backToFirst = async (revision: number) => store.projects.replace(id, { revision, document: document('Casa'), photosOf: 1 })
    expect(await backToFirst(2)).toMatchObject({ revision: 3 })
    expect(await store.photos.list(id)).toHaveLength(200)
    expect(await store.photos.remove(id, last)).toBe(4)
    await store.photos.add(id, photo)
    await expect(backToFirst(4)).rejects.toMatchObject(full)
    expect([(await store.projects.get(id))?.revision, await store.photos.list(id)]).toEqual([4, expect.objectContaining({ length: 200 })])
    await store.close()
  })

  test('a removed photograph is erased when its days are over, and the oldest where there is no room', async () => {
    let now = new Date(today)
    const open = newPlace()
    const store = await open(() => now, { quota: { count: 100, bytes: 1000 } })
    const { id } = await store.projects.create(document('Casa'))
    const added = async (bytes: number) => {
      const content = new Uint8Array(bytes)
      const photo = { check: '1', caption: '', type: 'image/png' as const, width: 3, height: 2, sha256: '', content }
      return (await store.photos.add(id, photo))?.id ?? ''
    }
    const isKept = async (...ids: readonly string[]) => Promise.all(ids.map(async (one) => (await store.photos.get(id, one)) !== undefined))
    const oldest = await added(600)
    await store.photos.remove(id, oldest)
    now = new Date('2026-11-22T10:00:00Z')
    // The room of one that is out of use is free.
    const newer = await added(900)
    expect(await isKept(oldest, newer)).toEqual([true, true])
    await store.photos.remove(id, newer)
    expect(await isKept(oldest, newer)).toEqual([false, true])
    // One that would not fit any more does not come back.
    await added(500)
    await expect(async () => store.projects.replace(id, { revision: 3, document: document('Casa'), photosOf: 2 })).rejects.toMatchObject({
      code: 'quota-exceeded',
    })
    expect((await store.projects.get(id))?.revision).toBe(3)
    now = new Date('2026-12-22T10:00:01Z')
    await store.projects.purgeExpired()
    expect(await isKept(newer)).toEqual([false])
    expect(await store.photos.list(id)).toHaveLength(1)
    await store.close()
  })
})
