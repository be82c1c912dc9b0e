import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Exit code and output of a process that has ended. */
export interface Ended {
  readonly code: number | null
  readonly lines: readonly string[]
}

/** Limits of a child process: file size in KiB, no root privileges, time in milliseconds after which it is killed, counted from that line of its output, the first by default. */
export interface ProcessLimits {
  readonly fileKiB?: number
  readonly asAnyUser?: true
  readonly killAfterMs?: number
  readonly killAfterLines?: number
}

/** Runs a TypeScript file of this folder in a child process with limits, and waits for its end. */
export function runLimited(
  file: string,
  args: readonly string[],
  { fileKiB, asAnyUser, killAfterMs, killAfterLines = 1 }: ProcessLimits,
): Promise<Ended> {
  const asUser =
    asAnyUser === true && process.getuid?.() === 0
      ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search']
      : []
  const program = [...asUser, process.execPath, join(import.meta.dirname, file), ...args]
  const child = spawn('bash', ['-c', `${fileKiB === undefined ? '' : `ulimit -f ${fileKiB}; `}exec "$@"`, 'bash', ...program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    // The time starts with the first output, because a starting process has written nothing that could be lost.
    if (killAfterMs !== undefined && text.split('\n').length > killAfterLines) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      // The text after the last line end is incomplete.
      resolve({ code, lines: text.split('\n').slice(0, -1) })
    })
  })
}
