import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BackupPlace, openBackupPlace } from '../../server/access/backup-place.ts'
import { sha256Of } from '../../server/access/sha256.ts'
import { s3Key, startS3 } from './s3-server.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-place-'))
const bucketAt = (url: string, prefix = 'obra/'): BackupPlace =>
  openBackupPlace({ kind: 's3', bucketUrl: `${url}/cubo`, prefix, region: s3Key.region, keyId: s3Key.id, secret: s3Key.secret })

/** A file with a text, and its hash. */
function fileWith(text: string): readonly [file: string, sha256: string] {
  const file = join(newFolder(), 'copia')
  writeFileSync(file, text)
  return [file, sha256Of(text)]
}

describe('a folder for backups', () => {
  test('is made when one is put there, and keeps it whole and for its owner alone', async () => {
    const folder = join(newFolder(), 'una', 'dos')
    const place = openBackupPlace({ kind: 'folder', folder })
    expect([place.name, await place.list()]).toEqual([folder, []])
    await place.put('una.age', ...fileWith('contenido'))
    expect([await place.list(), readdirSync(folder)]).toEqual([['una.age'], ['una.age']])
    expect([readFileSync(join(folder, 'una.age'), 'utf8'), statSync(join(folder, 'una.age')).mode & 0o777]).toEqual(['contenido', 0o600])
    expect(await new Response(await place.get('una.age')).text()).toBe('contenido')
    await place.remove('una.age')
    await place.remove('una.age')
    expect(await place.list()).toEqual([])
  })

  test('never replaces a backup, and keeps nothing of one that could not be put there', async () => {
    const folder = newFolder()
    const place = openBackupPlace({ kind: 'folder', folder })
    await place.put('una.age', ...fileWith('primera'))
    await expect(place.put('una.age', ...fileWith('segunda'))).rejects.toThrow(/EEXIST/)
    expect([readdirSync(folder), readFileSync(join(folder, 'una.age'), 'utf8')]).toEqual([['una.age'], 'primera'])
    await expect(place.put('dos.age', join(folder, 'no hay'), '')).rejects.toThrow(/ENOENT/)
    mkdirSync(join(folder, 'tres.age'))
    await expect(place.put('tres.age', ...fileWith('x'))).rejects.toThrow(/EEXIST/)
    expect(readdirSync(folder).sort()).toEqual(['tres.age', 'una.age'])
  })
})

test.skipIf(process.platform !== 'linux')('a folder has the content of a backup on the disk before its name', async () => {
  const folder = newFolder()
  const synced: string[] = []
  const sync = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    synced.push(readlinkSync(`/proc/self/fd/${handle}`).slice(folder.length))
    sync(handle)
  })
  syncBuiltinESMExports()
  await openBackupPlace({ kind: 'folder', folder }).put('una.age', ...fileWith('x'))
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  expect(synced).toEqual([`/una.age.${process.pid}.tmp`, ''])
})

describe('a bucket for backups', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })

  /** A server that answers each request by its number, from 1; `drop` cuts the connection. */
  async function answering(answer: (count: number, response: ServerResponse) => 'drop' | undefined): Promise<string> {
    let count = 0
    server = createServer((request, response) => {
      count++
      if (answer(count, response) === 'drop') request.socket.destroy()
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
  const empty = '<ListBucketResult></ListBucketResult>'

  test('is asked again where the connection breaks or the server fails, three times in all', async () => {
    const broken = (until: number) =>
      answering((count, response) => {
        if (count < until) return 'drop'
        response.end(empty)
        return undefined
      })
    expect(await bucketAt(await broken(3)).list()).toEqual([])
    const url = await broken(4)
    await expect(bucketAt(url).list()).rejects.toMatchObject({
      detail: { es: `No se alcanza el servidor de copias ${url}/cubo`, en: `The backup server ${url}/cubo cannot be reached` },
      cause: expect.any(Error),
    })
    const failing = await answering((count, response) => void response.writeHead(count < 3 ? 500 : 200).end(empty))
    expect(await bucketAt(failing).list()).toEqual([])
  })

  test('is told as it is where it says nothing of the reason, and is never followed elsewhere', async () => {
    const refusing = await answering((_count, response) => void response.writeHead(403).end('no'))
    await expect(bucketAt(refusing).list()).rejects.toMatchObject({
      detail: {
        es: `El servidor de copias ${refusing}/cubo no lo admite (GET 403): revise el cubo, la clave y sus permisos`,
        en: `The backup server ${refusing}/cubo refuses it (GET 403): check bucket, key and its permissions`,
      },
    })
    const elsewhere = await answering((_count, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    await expect(bucketAt(elsewhere).list()).rejects.toThrow(/cannot be reached/)
  })

  test('that gives nothing for a backup is told so', async () => {
    const empty = await answering((_count, response) => void response.writeHead(204).end())
    await expect(bucketAt(empty).get('una')).rejects.toThrow(`The backup server ${empty}/cubo refuses it (GET): check bucket`)
  })

  test('is listed page by page, also where there is one backup alone, and other names are passed over', async () => {
    const s3 = await startS3()
    try {
      const names: string[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        s3.objects.set(`/cubo/obra/${name}`, Buffer.from(name))
        names.push(name)
        expect(await bucketAt(s3.url).list()).toEqual(names)
      }
      // A name that is a number stays a text.
      s3.objects.clear()
      s3.objects.set('/cubo/0123', Buffer.from('x'))
      expect(await bucketAt(s3.url, '').list()).toEqual(['0123'])
      const listing = '<ListBucketResult><Contents><Key>otra/x</Key></Contents><Contents><Key>obra/y</Key></Contents></ListBucketResult>'
      const careless = await answering((_count, response) => void response.end(listing))
      expect(await bucketAt(careless).list()).toEqual(['y'])
      expect(await bucketAt(await answering((_count, response) => void response.end(''))).list()).toEqual([])
    } finally {
      await s3.close()
    }
  })

  test('takes what is put there, gives it back and removes it, and every request is signed', async () => {
    const s3 = await startS3()
    try {
      const place = bucketAt(s3.url)
      await place.put('una copia.age', ...fileWith('contenido'))
      expect([...s3.objects].map(([path, content]) => [path, content.toString()])).toEqual([['/cubo/obra/una copia.age', 'contenido']])
      expect(await new Response(await place.get('una copia.age')).text()).toBe('contenido')
      await place.remove('una copia.age')
      expect([s3.objects.size, s3.refused]).toEqual([0, []])
      const [file] = fileWith('otra')
      await expect(place.put('otra', file, sha256Of('cambiada'))).rejects.toThrow(/PUT 403/)
    } finally {
      await s3.close()
    }
  })
})
