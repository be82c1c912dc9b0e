import type { LogLine } from '../api/dependencies.ts'

/** Prints the lines of the log. */
export interface LogLines {
  add(line: string): void
  /** Prints now what is still waiting. */
  flush(): void
}

/** Prints the lines of one turn of the event loop at once: printing waits for the terminal or the file each time. */
export function logLines(print: (text: string) => void): LogLines {
  let waiting: string[] = []
  const flush = (): void => {
    const now = waiting
    waiting = []
    if (now.length > 0) print(now.join('\n'))
  }
  return {
    add(line) {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(line)
    },
    flush,
  }
}

/**
 * A line of the log as JSON, with its time (ISO 8601, UTC) and level first: `error` where the service failed or mended something, `warning` where a caller was not
 * let in, else `info`. Filters may rely on the order of the fields.
 */
export function logRecord(line: LogLine, at: Date): string {
  const { request_id, address, key, method, route, operation, status, ms, refused, error } = line
  const level = status >= 500 || error !== undefined ? 'error' : refused !== undefined ? 'warning' : 'info'
  return JSON.stringify({ time: at.toISOString(), level, address, key, method, route, operation, status, ms, refused, request_id, error })
}
