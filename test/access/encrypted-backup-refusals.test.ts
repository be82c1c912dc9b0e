import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BackupPlace, openBackupPlace, toWeb } from '../../server/access/backup-place.ts'
import { assertReadable, decryptBackup, makeEncryptedBackup, newBackupKey } from '../../server/access/encrypted-backup.ts'
import { sha256Of } from '../../server/access/sha256.ts'
import { openStore } from '../../server/access/store.ts'
import { type S3Server, s3Key, startS3 } from './s3-server.ts'

const now = new Date('2026-11-21T10:00:00Z')
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-refusals-'))
const folderOf = (folder: string): BackupPlace => openBackupPlace({ kind: 'folder', folder })

/** A data folder with a key, a project and two lines of the audit. */
function installation(): string {
  const folder = newFolder()
  const store = openStore(folder, () => now)
  store.keys.issue({ name: 'uno', scopes: ['read'], expiresAt: null })
  store.projects.create(JSON.stringify({ name: 'Obra', reference: '', geo_id: 'ES-28079', checks: [] }))
  for (let times = 0; times < 2; times++)
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'probar', subject: null, status: null, request_id: null })
  store.close()
  return folder
}

async function keyOf(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const { file, recipient } = await newBackupKey()
  const identity = join(newFolder(), 'clave.txt')
  writeFileSync(identity, file)
  return { identity, recipient }
}

const keep = { days: 0, weeks: 0 }

describe('an encrypted backup', () => {
  test('tells who waits how far each of its stages is, and what it found when it was restored', async () => {
    const { recipient } = await keyOf()
    const told: (readonly [stage: string, done: number, total: number])[] = []
    const made = await makeEncryptedBackup(installation(), {
      place: folderOf(newFolder()),
      recipients: [recipient],
      keep,
      now,
      progressed: (...step) => told.push(step),
    })
    expect(made).toMatchObject({ restored: { keys: 1, projects: 1, lines: 2 }, removed: [] })
    expect([...new Set(told.map(([stage]) => stage))]).toEqual(['copy', 'trial', 'encrypt'])
    for (const stage of ['copy', 'trial', 'encrypt'] as const) {
      const steps = told.filter(([one]) => one === stage)
      expect(steps.every(([, done, total], index) => done > (steps[index - 1]?.[1] ?? 0) && done <= total)).toBe(true)
      if (stage !== 'copy') expect(steps.at(-1)?.[1]).toBe(steps.at(-1)?.[2])
    }
  })

  test('opens with the private key of each recipient, of which a file may have several', async () => {
    const [one, two, other] = [await keyOf(), await keyOf(), await keyOf()]
    const [folder, target] = [newFolder(), join(newFolder(), 'abierta')]
    const { name } = await makeEncryptedBackup(installation(), { place: folderOf(folder), recipients: [one.recipient, two.recipient], keep, now })
    const open = (identity: string) => decryptBackup(toWeb(createReadStream(join(folder, name))), target, identity)
    for (const { identity } of [one, two]) await expect(open(identity)).resolves.toBeUndefined()
    const several = join(newFolder(), 'claves.txt')
    writeFileSync(several, [other, two].map(({ identity }) => readFileSync(identity, 'utf8')).join('\r\n'))
    await expect(open(several)).resolves.toBeUndefined()
    expect(readFileSync(target).subarray(0, 15).toString()).toBe('SQLite format 3')
  })

  test('that does not open says whether the file has no key or has another', async () => {
    const [{ recipient, identity }, { identity: wrong }] = [await keyOf(), await keyOf()]
    const [folder, target] = [newFolder(), join(newFolder(), 'abierta')]
    const { name } = await makeEncryptedBackup(installation(), { place: folderOf(folder), recipients: [recipient], keep, now })
    const detailOf = (identity: string) =>
      decryptBackup(toWeb(createReadStream(join(folder, name))), target, identity).then(
        () => undefined,
        (error: { readonly detail?: unknown }) => error.detail,
      )
    const none = join(newFolder(), 'nada.txt')
    writeFileSync(none, `# public key: ${recipient}\n`)
    expect(await detailOf(none)).toEqual({
      es: `${none} no tiene ninguna clave privada de age (AGE-SECRET-KEY-…)`,
      en: `${none} has no private key of age (AGE-SECRET-KEY-…)`,
    })
    writeFileSync(none, 'AGE-SECRET-KEY-1QQQ\n')
    const damaged = (file: string) => ({
      es: `La copia no se abre con las claves de ${file}, o está dañada`,
      en: `The backup does not open with the keys in ${file}, or it is damaged`,
    })
    expect([await detailOf(none), await detailOf(wrong)]).toEqual([damaged(none), damaged(wrong)])
    expect(existsSync(target)).toBe(false)
    // What the disk says is told as the disk says it.
    const nowhere = decryptBackup(toWeb(createReadStream(join(folder, name))), join(target, 'no', 'hay'), identity)
    await expect(nowhere).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('for what is no public key is refused before anything is written', async () => {
    const [folder, place] = [installation(), newFolder()]
    const made = makeEncryptedBackup(folder, { place: folderOf(place), recipients: ['age1nada'], keep, now })
    await expect(made).rejects.toMatchObject({
      detail: { es: '«age1nada» no es una clave pública de age', en: '"age1nada" is not a public key of age' },
    })
    expect([readdirSync(place), existsSync(join(folder, 'backups'))]).toEqual([[], false])
  })

  test('whose audit does not hold is not stored', async () => {
    const [folder, place] = [installation(), newFolder()]
    const database = new Database(join(folder, 'audit.db'))
    database.exec("UPDATE audit_line SET text = replace(text, 'probar', 'callar')")
    database.close()
    const made = makeEncryptedBackup(folder, { place: folderOf(place), recipients: [(await keyOf()).recipient], keep, now })
    await expect(made).rejects.toMatchObject({
      detail: {
        es: 'La copia se restauró de prueba y no vale (audit): compruebe el original con «plomada audit verify»',
        en: 'The backup was restored as a trial and is not usable (audit): check the original with "plomada audit verify"',
      },
    })
    expect([readdirSync(place), readdirSync(join(folder, 'backups'))]).toEqual([[], []])
  })

  test('is compared, as it is read back, with what was backed up', async () => {
    const [{ identity, recipient }, folder] = [await keyOf(), newFolder()]
    const place = folderOf(folder)
    const { name } = await makeEncryptedBackup(installation(), { place, recipients: [recipient], keep, now })
    const target = join(newFolder(), 'abierta')
    await decryptBackup(await place.get(name), target, identity)
    const own = /AGE-SECRET-KEY-\w+/.exec(readFileSync(identity, 'utf8'))?.[0] ?? ''
    const sha256 = sha256Of(readFileSync(target))
    await expect(assertReadable(place, name, { identity: own, sha256 })).resolves.toBeUndefined()
    await expect(assertReadable(place, name, { identity: own, sha256: sha256Of('otra cosa') })).rejects.toMatchObject({
      detail: {
        es: `Lo que hay en ${folder} con el nombre ${name} no es lo que se copió`,
        en: `What ${folder} has under the name ${name} is not what was backed up`,
      },
    })
    expect(statSync(target).mode & 0o777).toBe(0o600)
  })

  test('that is stored already is not replaced by another of the same second', async () => {
    const [folder, place] = [installation(), newFolder()]
    const given = { place: folderOf(place), recipients: [(await keyOf()).recipient], keep, now }
    const { name } = await makeEncryptedBackup(folder, given)
    const before = readFileSync(join(place, name))
    await expect(makeEncryptedBackup(folder, given)).rejects.toThrow(/EEXIST/)
    expect(readdirSync(place)).toEqual([name])
    expect(readFileSync(join(place, name)).equals(before)).toBe(true)
  })
})

describe('a bucket', () => {
  let s3: S3Server
  beforeEach(async () => {
    s3 = await startS3()
  })
  afterEach(() => s3.close())
  const bucket = (url: string) =>
    openBackupPlace({ kind: 's3', bucketUrl: `${url}/cubo`, prefix: 'obra/', region: s3Key.region, keyId: s3Key.id, secret: s3Key.secret })

  test('that fails is asked three times, and one that refuses once', async () => {
    for (const [status, times] of [
      [500, 3],
      [503, 3],
      [403, 1],
      [404, 1],
    ] as const) {
      s3.fail = status
      s3.refused.length = 0
      const what = `GET ${status} SignatureDoesNotMatch`
      await expect(bucket(s3.url).list()).rejects.toMatchObject({
        detail: {
          es: `El servidor de copias ${s3.url}/cubo no lo admite (${what}): revise el cubo, la clave y sus permisos`,
          en: `The backup server ${s3.url}/cubo refuses it (${what}): check bucket, key and its permissions`,
        },
      })
      expect(s3.refused).toHaveLength(times)
    }
  })

  test('that is not there is told', async () => {
    await s3.close()
    await expect(bucket(s3.url).list()).rejects.toMatchObject({
      detail: { es: `No se alcanza el servidor de copias ${s3.url}/cubo`, en: `The backup server ${s3.url}/cubo cannot be reached` },
    })
  })

  test('has what was put there, under its prefix alone', async () => {
    const place = bucket(s3.url)
    expect([place.name, await place.list()]).toEqual([`${s3.url}/cubo/obra/`, []])
    s3.objects.set('/cubo/otra/copia', Buffer.from('ajena'))
    for (const name of ['a', 'b', 'c', 'con espacio+más']) s3.objects.set(`/cubo/obra/${name}`, Buffer.from(name))
    expect(await place.list()).toEqual(['a', 'b', 'c', 'con espacio+más'])
    expect(await new Response(await place.get('con espacio+más')).text()).toBe('con espacio+más')
    await place.remove('b')
    expect([...s3.objects.keys()]).toEqual(['/cubo/otra/copia', '/cubo/obra/a', '/cubo/obra/c', '/cubo/obra/con espacio+más'])
    await expect(place.get('b')).rejects.toThrow(/refuses it \(GET 404\)/)
  })
})
