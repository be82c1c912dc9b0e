import { hostname } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Sink, SinkError } from './audit-sink.ts'

/** Where a syslog server listens. */
export type SyslogAddress =
  | { readonly transport: 'udp' | 'tcp'; readonly host: string; readonly port: number }
  | { readonly transport: 'unix'; readonly path: string }

/** How one group of messages ended, in the first element of what the worker is given. */
export const delivery = { waiting: 0, done: 1, failed: 2 } as const

/** A group of messages for the worker. `outcome` gets how it ended; undefined if nobody waits for it. */
export interface SyslogGroup {
  readonly messages: readonly string[]
  readonly outcome: Int32Array | undefined
}

/** How long a turn waits for a syslog server that does not take its lines, and how long while the thread may still be starting. */
const waitMs = 2000
const startMs = 15_000
const mostHostCharacters = 255
/** Facility `log audit`, severities `informational` and `warning`. */
const [audit, information, warning] = [13, 6, 4]

/**
 * Opens a syslog server as a sink: RFC 5424 over UDP, or with counted octets (RFC 6587) over TCP or a stream socket of the machine. A thread sends, so that
 * `take` can wait until the system has taken the lines.
 */
export function openSyslog(address: SyslogAddress, isWaitedFor: boolean): Sink {
  // `.ts`, or `.js` in the built program.
  const worker = new Worker(new URL(`./syslog-worker${import.meta.url.slice(-3)}`, import.meta.url), { workerData: address })
  let hasFailed = false
  let hasStarted = false
  worker.unref()
  worker.on('error', () => {
    hasFailed = true
  })
  worker.on('message', (outcome: number) => {
    hasFailed = outcome === delivery.failed
  })
  return {
    take(lines) {
      const messages = lines.map((line) => syslogMessage(line, hostname()))
      const outcome = isWaitedFor ? new Int32Array(new SharedArrayBuffer(4)) : undefined
      worker.postMessage({ messages, outcome } satisfies SyslogGroup)
      if (outcome === undefined) return
      Atomics.wait(outcome, 0, delivery.waiting, hasStarted ? waitMs : startMs)
      hasStarted = true
      if (Atomics.load(outcome, 0) !== delivery.done) throw new SinkError(`The syslog server ${addressText(address)} did not take a line`)
    },
    hasFailed: () => hasFailed,
    close: () => void worker.terminate(),
  }
}

/** A line of the audit as an RFC 5424 message in ASCII. Its JSON means the same as the line. */
function syslogMessage(line: string, host: string): string {
  const { at, status } = JSON.parse(line) as { readonly at: string; readonly status: number | null }
  const priority = audit * 8 + (status !== null && status >= 400 ? warning : information)
  const ascii = line.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `<${priority}>1 ${at} ${host.replace(/[^\x21-\x7e]/g, '').slice(0, mostHostCharacters) || '-'} plomada ${process.pid} audit - ${ascii}`
}

/** An address as the settings have it. */
function addressText(address: SyslogAddress): string {
  return address.transport === 'unix' ? `unix:${address.path}` : `${address.transport}://${address.host}:${address.port}`
}
