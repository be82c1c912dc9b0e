import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Size at which the log is set aside as `.1`, so that both together stay small enough to send. */
const mostBytes = 1024 * 1024

/** The log of the desktop: what went wrong and when. It has no keys, questions or values. */
export interface LogFile {
  readonly file: string
  add(what: string, detail?: unknown): void
}

/** Opens the log. A folder that cannot be written is ignored: the program goes on. */
export function openLogFile(file: string, now: () => Date): LogFile {
  return {
    file,
    add(what, detail) {
      const text = detail instanceof Error ? (detail.stack ?? detail.message) : detail === undefined ? '' : JSON.stringify(detail)
      const line = `${now().toISOString()} ${what}${text === '' ? '' : ` ${text.replace(/plm_\w+/g, 'plm_…')}`}\n`
      console.error(line.trimEnd())
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) renameSync(file, `${file}.1`)
        appendFileSync(file, line, { mode: 0o600 })
      } catch {
        // Nothing can be written; the terminal has the line.
      }
    },
  }
}
