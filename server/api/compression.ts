import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestContext } from './request-context.ts'

export type Encoding = 'br' | 'gzip'

/** Bodies of fewer bytes fit one packet anyway. */
const leastBytes = 1400
/** A good ratio in a few milliseconds; files of the pages are compressed further, once, when they are built. */
const brotliQuality = 4

/** The encoding to send to a caller: Brotli, else gzip, else none. Callers within the program get none: nothing lies between. */
export function encodingFor({ caller }: RequestContext, request: Request): Encoding | undefined {
  if (caller.kind !== 'network') return undefined
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase().split(';'))
    .flatMap(([name = '', weight = '']) => (/^\s*q=0(\.0*)?$/.test(weight) ? [] : [name]))
  return (['br', 'gzip'] as const).find((one) => accepted.includes(one))
}

/** A body compressed for its caller, with the headers that say so; unchanged if it is short or the caller takes no encoding. `encoded`: what it was compressed to before. */
export async function compressed(
  requestContext: RequestContext,
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  encoded: Map<Encoding, Uint8Array<ArrayBuffer>> = new Map(),
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }> {
  const encoding = body.length < leastBytes ? undefined : encodingFor(requestContext, request)
  if (encoding === undefined) return { body, headers: {} }
  const packed = encoded.get(encoding) ?? (await packedBy(encoding, body))
  encoded.set(encoding, packed)
  return { body: packed, headers: { 'Content-Encoding': encoding } }
}

async function packedBy(encoding: Encoding, body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return new Uint8Array(encoding === 'br' ? await promisify(brotliCompress)(body, { params }) : await promisify(gzip)(body))
}
