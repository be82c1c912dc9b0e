import { createReadStream, createWriteStream, existsSync, openAsBlob, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { OperatorError } from '../errors/operator-error.ts'
import { createFolderDurably, linkDurably, syncFile } from './durable-write.ts'

/** Where encrypted backups are kept. */
export interface BackupPlace {
  /** How messages name it. It has no secret. */
  readonly name: string
  /** Stores a file under a name. It is there whole, or not at all. `sha256` is its hash in hexadecimal. */
  put(name: string, file: string, sha256: string): Promise<void>
  /** The names of all backups. */
  list(): Promise<readonly string[]>
  get(name: string): Promise<ReadableStream<Uint8Array>>
  remove(name: string): Promise<void>
}

/** A bucket of a server that speaks S3. */
export interface BucketAddress {
  readonly bucketUrl: string
  readonly prefix: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** The address of a place, as the settings have it. */
export type BackupPlaceAddress = { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & BucketAddress)

/** Opens a place for backups. Nothing is read or written yet. */
export function openBackupPlace(address: BackupPlaceAddress): BackupPlace {
  return address.kind === 'folder' ? folderPlace(address.folder) : bucketPlace(address)
}

function folderPlace(folder: string): BackupPlace {
  return {
    name: folder,
    async put(name, file) {
      createFolderDurably(folder)
      const unfinished = join(folder, `${name}.${process.pid}.tmp`)
      try {
        await pipeline(createReadStream(file), createWriteStream(unfinished, { mode: 0o600 }))
        syncFile(unfinished)
        linkDurably(unfinished, join(folder, name))
      } finally {
        rmSync(unfinished, { force: true })
      }
    },
    list: async () => (existsSync(folder) ? readdirSync(folder) : []),
    get: async (name) => toWeb(createReadStream(join(folder, name))),
    remove: async (name) => rmSync(join(folder, name), { force: true }),
  }
}

/** A file as a stream of the web. */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  // Node types its own streams of the web apart from those of the platform, which they are.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

const tries = 3

function bucketPlace({ bucketUrl, prefix, region, keyId, secret }: BucketAddress): BackupPlace {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const urlOf = (name: string): string => `${bucketUrl}/${(prefix + name).split('/').map(encodeURIComponent).join('/')}`
  const send = async (method: string, url: string, body?: { readonly blob: Blob; readonly sha256: string }): Promise<Response> => {
    for (let count = 1; ; count++) {
      // A stream cannot be hashed by the client, so the hash is given; a blob is read from its file while it is sent.
      const headers = { 'X-Amz-Content-Sha256': body?.sha256 ?? emptyHash }
      const signed = await client.sign(url, { method, headers })
      try {
        const response = await fetch(url, { method, headers: signed.headers, ...(body === undefined ? {} : { body: body.blob }), redirect: 'error' })
        if (response.ok) return response
        const text = (await response.text()).slice(0, 500)
        if (response.status < 500 || count === tries) throw refused(bucketUrl, `${method} ${response.status} ${codeIn(text)}`)
      } catch (error) {
        if (error instanceof OperatorError || count === tries) throw error instanceof OperatorError ? error : unreachable(bucketUrl, error)
      }
    }
  }
  return {
    name: `${bucketUrl}/${prefix}`,
    async put(name, file, sha256) {
      await send('PUT', urlOf(name), { blob: await openAsBlob(file), sha256 })
    },
    async list() {
      const names: string[] = []
      for (let token = ''; ; ) {
        const more: Record<string, string> = token === '' ? {} : { 'continuation-token': token }
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...more })
        const page = parseListing(await (await send('GET', `${bucketUrl}?${query.toString().replaceAll('+', '%20')}`)).text())
        names.push(...page.keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)))
        if (page.next === '') return names
        token = page.next
      }
    },
    async get(name) {
      const { body } = await send('GET', urlOf(name))
      if (body === null) throw refused(bucketUrl, 'GET')
      return body
    },
    async remove(name) {
      await (await send('DELETE', urlOf(name))).text()
    },
  }
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Reads an answer of ListObjectsV2. */
function parseListing(xml: string): { readonly keys: readonly string[]; readonly next: string } {
  const parser = new XMLParser({ isArray: (name) => name === 'Contents', parseTagValue: false })
  const { ListBucketResult: result } = parser.parse(xml) as {
    readonly ListBucketResult?: { readonly Contents?: readonly { readonly Key: string }[]; readonly NextContinuationToken?: string }
  }
  return { keys: (result?.Contents ?? []).map(({ Key }) => Key), next: result?.NextContinuationToken ?? '' }
}

function codeIn(text: string): string {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
}

function refused(bucketUrl: string, what: string): OperatorError {
  return new OperatorError({
    es: `El servidor de copias ${bucketUrl} no lo admite (${what.trim()}): revise el cubo, la clave y sus permisos`,
    en: `The backup server ${bucketUrl} refuses it (${what.trim()}): check bucket, key and its permissions`,
  })
}

function unreachable(bucketUrl: string, cause: unknown): OperatorError {
  return new OperatorError(
    { es: `No se alcanza el servidor de copias ${bucketUrl}`, en: `The backup server ${bucketUrl} cannot be reached` },
    { cause },
  )
}
