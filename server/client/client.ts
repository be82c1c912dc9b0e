import { type Operations, operations, type Problem } from './api.ts'

/** How to reach an installation of Plomada. */
export interface ClientOptions {
  /** Its address: `http://127.0.0.1:4780`. */
  readonly url: string
  /** The key that it gave, `plm_…`. */
  readonly key?: string | undefined
  /** Language of problems and labels. Default: Spanish. */
  readonly language?: 'es' | 'en' | undefined
  /** How many times a request is sent again that the service asks to send later. Default: 3. */
  readonly retries?: number | undefined
  /** The longest wait that is accepted, in milliseconds. Default: one minute. A longer one is an error at once. */
  readonly mostWaitMs?: number | undefined
  /** In place of the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** How to send one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
}

type Name = keyof Operations
type Input<Key extends Name> = Operations[Key]['input']
/** The input may be left out where all of its fields may. */
type Arguments<Key extends Name> =
  Record<never, never> extends Input<Key> ? [input?: Input<Key>, options?: RequestOptions] : [input: Input<Key>, options?: RequestOptions]

/** Every operation of the service as a function, and `send` for answers that are files. */
export type Client = { readonly [Key in Name]: (...sent: Arguments<Key>) => Promise<Operations[Key]['output']> } & {
  /** Sends an operation and returns its response, once it is no error: for files, such as `send('makeFicha', { project, format: 'pdf' })`. */
  send<Key extends Name>(name: Key, input: Input<Key> & { readonly format?: string | undefined }, options?: RequestOptions): Promise<Response>
}

/** An answer that is an error. */
export class PlomadaError extends Error {
  readonly status: number
  /** The problem with its code, candidates and missing data; undefined if something else than Plomada answered. */
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined) {
    super(problem === undefined ? `Answered with status ${status}` : `${problem.title}: ${problem.detail}`)
    this.name = 'PlomadaError'
    this.status = status
    this.problem = problem
  }

  /** The code to branch on, such as `indeterminate`. */
  get code(): Problem['code'] | undefined {
    return this.problem?.code
  }
}

/** Makes a client of an installation. */
export function createClient(options: ClientOptions): Client {
  const send = (name: Name, input: object, { signal }: RequestOptions = {}, accept = 'application/json'): Promise<Response> =>
    sendPatiently(options, () => requestOf(options, name, input, { signal, accept }))
  const call = async (name: Name, input: object = {}, more?: RequestOptions): Promise<unknown> => (await send(name, input, more)).json()
  const calls = Object.fromEntries(
    Object.keys(operations).map((name) => [name, (input?: object, more?: RequestOptions) => call(nameOf(name), input, more)]),
  )
  // Safe cast: there is one function for each operation, and the answers are those that the document of the service describes.
  return { ...calls, send: (name: Name, input: object, more?: RequestOptions) => send(name, input, more, '*/*') } as unknown as Client
}

function nameOf(name: string): Name {
  // Safe cast: the names are the keys of the list.
  return name as Name
}

/** The request of an operation: fields named in its path go there, the rest in the body or the query. */
function requestOf(
  { url, key, language = 'es' }: ClientOptions,
  name: Name,
  input: object,
  { signal, accept }: { readonly signal: AbortSignal | undefined; readonly accept: string },
): Request {
  const [method, path] = operations[name]
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const isInPath = ([field]: readonly [string, unknown]): boolean => path.includes(`{${field}}`)
  const address = path.replace(/\{(\w+)\}/g, (_match, field: string) => inSegment(String(given.find(([one]) => one === field)?.[1] ?? '')))
  const rest = given.filter((field) => !isInPath(field))
  const hasBody = method === 'POST' || method === 'PUT'
  const query = hasBody || rest.length === 0 ? '' : `?${new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]))}`
  const headers = {
    accept,
    'accept-language': language,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
  return new Request(`${url.replace(/\/+$/, '')}${address}${query}`, {
    method,
    headers,
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** A value as one segment of a path. A dot segment would lead to another operation, so a space follows it. */
function inSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? `${value}%20` : encodeURIComponent(value)
}

/** Sends a request, and again where the service says when: it has not been carried out then. Throws `PlomadaError` for any other error. */
async function sendPatiently({ retries = 3, mostWaitMs = 60_000, fetch = globalThis.fetch }: ClientOptions, make: () => Request): Promise<Response> {
  for (let left = retries; ; left--) {
    const request = make()
    const response = await fetch(request)
    if (response.ok) return response
    const wait = response.status === 429 || response.status === 503 ? waitIn(response) : undefined
    if (wait === undefined || wait > mostWaitMs || left === 0) throw new PlomadaError(response.status, await problemIn(response))
    await response.body?.cancel()
    await pause(wait, request.signal)
  }
}

/** How long `Retry-After` asks to wait, in milliseconds: it is in seconds, or a date. */
function waitIn({ headers }: Response): number | undefined {
  const said = headers.get('retry-after')
  if (said === null) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

async function problemIn(response: Response): Promise<Problem | undefined> {
  const text = await response.text()
  if (!(response.headers.get('content-type') ?? '').startsWith('application/problem+json')) return undefined
  // Safe cast: the media type says so.
  return JSON.parse(text) as Problem
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
