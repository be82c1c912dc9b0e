import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What a process of our own left when it ended. */
export interface Ended {
  readonly code: number | null
  readonly lines: readonly string[]
}

/** How a process is started: with files of at most so many KiB, with no power over permissions, killed after so many milliseconds. */
export interface ProcessLimits {
  readonly fileKiB?: number
  readonly asAnyUser?: true
  readonly killAfterMs?: number
}

/** Runs a TypeScript file of this folder in a process of its own, in straits, to its end. */
export function runLimited(file: string, args: readonly string[], { fileKiB, asAnyUser, killAfterMs }: ProcessLimits): Promise<Ended> {
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
    // From its first word on: a process that is still starting writes nothing that could be lost.
    if (killAfterMs !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      // What follows the last line end was cut off with the process.
      resolve({ code, lines: text.split('\n').slice(0, -1) })
    })
  })
}
