import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { scheduleBackups } from '../access/backup-schedule.ts'
import { readBackupStatus, writeBackupStatus } from '../access/backup-status.ts'
import { storageErrorKind } from '../access/storage-error.ts'
import type { LogLine } from '../api/dependencies.ts'
import type { Config } from '../config/config.ts'
import { processCommandLine } from '../config/environment.ts'
import type { Terminal } from './terminal.ts'

const leastPatienceMs = 3_600_000

/** Settings of `serve` that its backups have too. */
const passedOn = ['data', 'backup-to', 'backup-recipient', 'backup-keep', 'audit', 'audit-sink', 'audit-syslog', 'audit-days', 'audit-mb']

/**
 * Makes encrypted backups as often as the settings say, each in a process of its own at low priority, so that requests do not wait. Returns a function that ends
 * it. Each backup has a line in the log.
 */
export function runBackups(
  { dataFolder, backup }: Config,
  { terminal, flags, log }: { readonly terminal: Terminal; readonly flags: Readonly<Record<string, string>>; readonly log: (line: LogLine) => void },
): () => void {
  const everyMs = backup?.everyMs
  if (everyMs === undefined) return () => undefined
  const args = passedOn.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}=${flags[name]}`]))
  let end = (): void => undefined
  const run = async (): Promise<void> => {
    const started = performance.now()
    const tried_at = new Date().toISOString()
    const child = startBackup(args, terminal)
    end = child.end
    // A disk of the network may never answer.
    const force = setTimeout(child.end, Math.max(leastPatienceMs, everyMs)).unref()
    const told = await child.ended
    clearTimeout(force)
    end = () => undefined
    const status = readBackupStatus(dataFolder)
    // A process that was ended before it could write how it went.
    const error = told.code === 0 ? undefined : (status.tried_at ?? '') >= tried_at && status.error !== null ? status.error : told.text
    if (error !== undefined && status.error !== error) note(dataFolder, { ...status, tried_at, error })
    log({ request_id: '', operation: 'backup', status: error === undefined ? 200 : 500, ms: Math.round(performance.now() - started), error })
  }
  const stop = scheduleBackups({ folder: dataFolder, everyMs, now: () => new Date(), run })
  return () => {
    stop()
    end()
  }
}

/** Writes how a backup went, unless the disk does not take it; the log has it too. */
function note(folder: string, status: Parameters<typeof writeBackupStatus>[1]): void {
  try {
    writeBackupStatus(folder, status)
  } catch (error) {
    if (storageErrorKind(error) === undefined) throw error
  }
}

interface Ended {
  readonly code: number | null
  /** The last lines that it printed as errors. */
  readonly text: string
}

const mostTextCharacters = 2000

function startBackup(args: readonly string[], { environment, language }: Terminal): { readonly ended: Promise<Ended>; end(): void } {
  const [, script = ''] = processCommandLine()
  const child = spawn(process.execPath, [...process.execArgv, script, 'backup', '--lang', language, ...args], {
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let text = ''
  child.stderr.on('data', (bytes: Buffer) => {
    text = `${text}${bytes.toString()}`.slice(-mostTextCharacters)
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ code: null, text: error.message }))
    child.once('close', (code, signal) => resolve({ code, text: text.trim() || `backup: ${signal ?? code}` }))
  })
  return { ended, end: () => void child.kill('SIGKILL') }
}
