import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** A server that speaks as much S3 as backups need, and lets in only requests with a right signature (AWS Signature Version 4). */
export interface S3Server {
  readonly url: string
  /** Stored objects by path. */
  readonly objects: Map<string, Buffer>
  /** What was refused, and why. */
  readonly refused: string[]
  /** If set, every request gets this status. */
  fail: number | undefined
  close(): Promise<void>
}

export const s3Key = { id: 'AKIAPLOMADA', secret: 'secreto/de+prueba', region: 'eu-south-2' } as const

const mostListed = 2

/** Starts the server on a free port of loopback. Lists come in pages of two. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const wrong = s3.fail === undefined ? faultOf(request, body) : `status ${s3.fail}`
    const answer = (status: number, text: string | Buffer = ''): void => void response.writeHead(status).end(text)
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://s3').pathname)
    if (wrong !== undefined) {
      refused.push(wrong)
      answer(s3.fail ?? 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    } else if (request.method === 'PUT') {
      objects.set(path, body)
      answer(200)
    } else if (request.method === 'DELETE') {
      objects.delete(path)
      answer(204)
    } else if (new URL(request.url ?? '', 'http://s3').searchParams.has('list-type')) answer(200, listing(objects, request))
    else {
      const found = objects.get(path)
      answer(found === undefined ? 404 : 200, found)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const s3: S3Server = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    objects,
    refused,
    fail: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return s3
}

function listing(objects: ReadonlyMap<string, Buffer>, { url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const keys = [...objects.keys()].filter((path) => path.startsWith(`${pathname}/`)).map((path) => path.slice(pathname.length + 1))
  const all = keys.filter((key) => key.startsWith(searchParams.get('prefix') ?? '')).sort()
  const from = Number(searchParams.get('continuation-token') ?? 0)
  const next = from + mostListed < all.length ? `<NextContinuationToken>${from + mostListed}</NextContinuationToken>` : ''
  const contents = all.slice(from, from + mostListed).map((key) => `<Contents><Key>${key}</Key></Contents>`)
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Why a request is not let in; undefined if its signature is right. After AWS, "Create a signed AWS API request". */
function faultOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
  const [id, date = '', region = '', service = '', last] = scope.split('/')
  if (id !== s3Key.id || region !== s3Key.region || service !== 's3' || last !== 'aws4_request') return `credential ${scope}`
  const time = String(headers['x-amz-date'] ?? '')
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!time.startsWith(date) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return `date ${time}`
  const sent = String(headers['x-amz-content-sha256'] ?? '')
  if (sent !== sha256(body)) return 'the hash of the body'
  const names = signed.split(';')
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) if (!names.includes(needed)) return `${needed} is not signed`
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const path = pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
  const lines = [method, path, query.join('&'), ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`), '', signed, sent]
  const text = ['AWS4-HMAC-SHA256', time, [date, region, service, last].join('/'), sha256(lines.join('\n'))].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>((sofar, part) => hmac(sofar, part), `AWS4${s3Key.secret}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 'the signature'
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
