import type { z } from 'zod'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { quoted } from '../errors/quoted.ts'
import { type FieldError, ServiceError } from '../errors/service-error.ts'
import type { Context, Operation } from '../operations/operation.ts'
import { type Help, parseInput } from './parse-input.ts'

/** Largest body of an operation that sets no other, in bytes. */
export const defaultBodyBytes = 64 * 1024

/** Largest body of an operation, in bytes. */
export function largestBodyOf({ mostBodyBytes }: Operation): number {
  return mostBodyBytes ?? defaultBodyBytes
}

/** Reads the input of an operation: from the path, and from the query (GET, DELETE) or the JSON body (POST, PUT). Throws a `ServiceError` with the wrong fields. */
export async function readInput(
  operation: Operation,
  request: Request,
  path: Readonly<Record<string, string>>,
  { language, kb }: Pick<Context, 'language' | 'kb'>,
): Promise<z.output<Operation['input']>> {
  const isBody = hasBody(operation)
  const sent = isBody ? await readBody(request, largestBodyOf(operation)) : readQuery(request.url)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new ServiceError(
      'validation',
      { es: 'El cuerpo ha de ser un objeto JSON', en: 'The body must be a JSON object' },
      { errors: [{ pointer: '', code: 'type', detail: { es: 'se espera un objeto', en: 'expected an object' } }] },
    )
  const errors = Object.keys(sent).flatMap((name) => (Object.hasOwn(path, name) ? [repeatedField(isBody ? `/${name}` : name)] : []))
  if (errors.length > 0)
    throw new ServiceError('validation', { es: 'Un campo de la dirección va solo en ella', en: 'A field of the address goes only there' }, { errors })
  return parseInput(operation.input, { ...sent, ...path }, { from: isBody ? 'body' : 'query', language, help: helpOf(operation, kb) })
}

/** The help of an operation, over a knowledge base. */
export function helpOf({ help }: Pick<Operation, 'help'>, kb: Context['kb']): Help | undefined {
  return help === undefined ? undefined : (sent, errors) => help(kb, sent, errors)
}

function repeatedField(pointer: string): FieldError {
  return { pointer, code: 'unknown-field', detail: { es: 'se espera solo en la dirección', en: 'expected in the address only' } }
}

/** True if an operation takes a JSON body. */
export function hasBody({ method }: Operation): boolean {
  return method === 'POST' || method === 'PUT'
}

/** Reads the query parameters. Throws `validation` if one is repeated. `+` is a space. */
function readQuery(url: string): Record<string, string> {
  if (!url.includes('?')) return {}
  const fields = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (fields.has(name))
      throw new ServiceError(
        'validation',
        { es: `El parámetro «${quoted(name)}» va una sola vez`, en: `Parameter "${quoted(name)}" may be sent once` },
        { errors: [{ pointer: quoted(name), code: 'repeated', detail: { es: 'se espera una sola vez', en: 'expected once' } }] },
      )
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readBody(request: Request, mostBytes: number): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new ServiceError('media-type', {
      es: `El cuerpo ha de ser application/json, no «${quoted(type)}»`,
      en: `The body must be application/json, not "${quoted(type)}"`,
    })
  }
  const bytes = await limitedBytes(request, mostBytes)
  try {
    return parseExactJson(utf8.decode(bytes))
  } catch (error) {
    if (error instanceof RepeatedKeyError) throw contradictionError(error)
    throw new ServiceError(
      'malformed-json',
      { es: 'El cuerpo no es JSON en UTF-8', en: 'The body is not JSON in UTF-8' },
      {
        errors: [
          {
            pointer: '',
            code: 'json',
            detail: error instanceof SyntaxError ? { es: 'no es JSON', en: quoted(error.message) } : { es: 'no es UTF-8', en: 'not UTF-8' },
          },
        ],
      },
    )
  }
}

/** The error for a body that states a field twice with different values. */
export function contradictionError({ pointer, values }: RepeatedKeyError): ServiceError {
  return new ServiceError(
    'contradiction',
    {
      es: `«${pointer}» consta dos veces con valores distintos: ${values.join(' y ')}; indique uno`,
      en: `"${pointer}" is stated twice with different values: ${values.join(' and ')}; state one`,
    },
    {
      errors: [
        { pointer, code: 'stated-twice', detail: { es: `se espera una sola vez: ${values.join(', ')}`, en: `expected once: ${values.join(', ')}` } },
      ],
    },
  )
}

/** Reads a body up to a limit, whatever its declared length. Throws `too-large`. */
export async function limitedBytes(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ServiceError('too-large', { es: `El cuerpo pasa de ${mostBytes} bytes`, en: `The body is over ${mostBytes} bytes` })
  const declared = request.headers.get('content-length')
  // The listener enforces a declared length. Without one, the body may be endless and is read in chunks.
  if (declared !== null) {
    if (Number(declared) > mostBytes) throw tooLarge()
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
