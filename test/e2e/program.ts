import { type ChildProcess, spawn } from 'node:child_process'
import { inject } from 'vitest'

/** A server in a child process. */
export interface Program {
  readonly process: ChildProcess
  readonly url: string
  /** The key that it printed; empty if none. */
  readonly key: string
  /** Everything printed so far to stdout and stderr. */
  said(): string
  /** Resolves to the exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Stops the server and resolves like `ended`. */
  stop(): Program['ended']
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts `plomada serve` on a free port with the compiled base. `under` is a command to run it with, such as strace. Rejects with its output if it ends before it listens. */
export function startProgram(data: string, flags: readonly string[] = [], under: readonly string[] = []): Promise<Program> {
  return startWith(data, ['--kb', inject('packFile'), ...flags], under)
}

/** Starts `plomada serve` on a free port with the base that it chooses by itself. */
export function startWith(data: string, flags: readonly string[], under: readonly string[] = []): Promise<Program> {
  const serve = [process.execPath, 'server/main.ts', 'serve', '--port', '0', '--data', data, ...flags]
  const [program = process.execPath, ...args] = [...under, ...serve]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let text = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  const stop = (): Program['ended'] => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const url = /^listening on (\S+)$/m.exec(text)?.[1]
      if (url !== undefined) resolve({ process: child, url, key: /plm_[0-9A-Za-z]{36}/.exec(text)?.[0] ?? '', said: () => text, ended, stop })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then((how) => reject(new Error(`the server ended with ${how}: ${text}`)))
  })
}
