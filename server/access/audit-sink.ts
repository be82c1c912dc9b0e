import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { errorCode } from '../errors/error-code.ts'
import { parseLine, type StoredLine } from './audit-line.ts'
import { openSyslog, type SyslogAddress } from './syslog.ts'

/** A place outside the data folder that is given every line of the audit. */
export interface Sink {
  /** Gives it the lines of one turn. Throws `SinkError` if it does not take them. */
  take(lines: readonly string[]): void
  /** True if lines that it took could not be delivered later. */
  hasFailed(): boolean
  close(): void
}

/** A sink that does not take a line. */
export class SinkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SinkError'
  }
}

/** Where the lines of the audit go besides, and whether each call waits until they are there. */
export interface SinkSettings {
  readonly file: string | undefined
  readonly syslog: SyslogAddress | undefined
  readonly isWaitedFor: boolean
}

/** Opens the sinks that the settings name; undefined if they name none. */
export function openSinks({ file, syslog, isWaitedFor }: SinkSettings): Sink | undefined {
  const sinks = [...(file === undefined ? [] : [fileSink(file, isWaitedFor)]), ...(syslog === undefined ? [] : [openSyslog(syslog, isWaitedFor)])]
  if (sinks.length === 0) return undefined
  return {
    take: (lines) => takeAll(sinks, lines),
    hasFailed: () => sinks.some((sink) => sink.hasFailed()),
    close: () => {
      for (const sink of sinks) sink.close()
    },
  }
}

/** Gives lines to all sinks, also where one of them does not take them. */
function takeAll(sinks: readonly Sink[], lines: readonly string[]): void {
  const failed: unknown[] = []
  for (const sink of sinks) {
    try {
      sink.take(lines)
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw failed[0]
}

/** A stored line as sinks have it: JSON without a line break. */
export function sinkLine(line: StoredLine): string {
  return JSON.stringify(parseLine(line))
}

/** A file that lines are appended to, as NDJSON. It is opened for each turn, so that a log rotation program may rename it. */
function fileSink(file: string, isWaitedFor: boolean): Sink {
  // After a failed write the file may end in the middle of a line.
  let isCut = false
  return {
    take(lines) {
      try {
        const handle = openSync(file, 'a', 0o600)
        try {
          const bytes = Buffer.from(`${isCut ? '\n' : ''}${lines.join('\n')}\n`)
          isCut = true
          for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
          if (isWaitedFor) syncIfFile(handle)
          isCut = false
        } finally {
          closeSync(handle)
        }
      } catch (error) {
        throw new SinkError(`The audit sink ${file} did not take a line`, { cause: error })
      }
    },
    hasFailed: () => false,
    close: () => undefined,
  }
}

/** Waits until a file is on the disk. Pipes and terminals have nothing to wait for. */
function syncIfFile(handle: number): void {
  try {
    fdatasyncSync(handle)
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes(errorCode(error))) throw error
  }
}
