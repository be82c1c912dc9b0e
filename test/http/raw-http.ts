import { connect } from 'node:net'

/** One answer as it came over the socket. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

export interface Exchange {
  readonly answers: readonly RawAnswer[]
  readonly bytes: number
  readonly ms: number
  /** True if the connection was not closed in time. */
  readonly isStuck: boolean
}

/** How a client sends: the pieces in order, with a pause between them, and whether it waits before it reads. */
export interface Sending {
  readonly pieces: readonly Buffer[]
  readonly pauseMs: number
  readonly readsAfterMs: number
}

const longestMs = 30_000

/** Sends bytes over one connection, reads until the server closes it, and takes the answers apart; rejects if they are not HTTP. `methods`: those of the requests, in order. */
export function exchange(port: number, sending: Sending, methods: readonly string[]): Promise<Exchange> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let isStuck = false
    const socket = connect({ port, host: '127.0.0.1' }, () => void send())
    const timer = setTimeout(() => {
      isStuck = true
      socket.destroy()
    }, longestMs)
    const send = async (): Promise<void> => {
      if (sending.readsAfterMs > 0) {
        socket.pause()
        setTimeout(() => socket.resume(), sending.readsAfterMs)
      }
      for (const piece of sending.pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        if (sending.pauseMs > 0) await new Promise((next) => setTimeout(next, sending.pauseMs))
      }
    }
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const all = Buffer.concat(chunks)
      try {
        resolve({ answers: answersIn(all, methods), bytes: all.length, ms: performance.now() - started, isStuck })
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** The answers in what a connection gave. Throws if it is not HTTP. */
function answersIn(all: Buffer, methods: readonly string[]): RawAnswer[] {
  const answers: RawAnswer[] = []
  let at = 0
  while (at < all.length) {
    const end = all.indexOf('\r\n\r\n', at)
    const [first = '', ...lines] = all.subarray(at, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (end < 0 || Number.isNaN(status)) throw new Error(`not HTTP: ${all.subarray(at, at + 200).toString('latin1')}`)
    const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
    const hasBody = methods[answers.length] !== 'HEAD' && status !== 204 && status !== 304
    const { body, next } = hasBody ? bodyAt(all, end + 4, headers) : { body: Buffer.alloc(0), next: end + 4 }
    if (status >= 200) answers.push({ status, headers, body })
    at = next
  }
  return answers
}

function bodyAt(all: Buffer, start: number, headers: ReadonlyMap<string, string>): { readonly body: Buffer; readonly next: number } {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const next = start + Number(headers.get('content-length') ?? 0)
    return { body: all.subarray(start, next), next }
  }
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const end = all.indexOf('\r\n', at)
    if (end < 0) return { body: Buffer.concat(parts), next: all.length }
    const size = Number.parseInt(all.subarray(at, end).toString('latin1'), 16)
    parts.push(all.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
    if (size === 0) return { body: Buffer.concat(parts), next: at }
  }
}
