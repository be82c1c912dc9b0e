import { type ChildProcess, spawn } from 'node:child_process'
import { inject } from 'vitest'

/** A server in a process of its own. */
export interface Program {
  readonly process: ChildProcess
  readonly url: string
  /** Everything it has said so far, on both outputs. */
  said(): string
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Starts `plomada serve` over the real base on any free port. */
export function startProgram(data: string, ...flags: string[]): Promise<Program> {
  const child = spawn(process.execPath, ['server/main.ts', 'serve', '--port', '0', '--data', data, '--kb', inject('packFile'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const url = /^listening on (\S+)$/m.exec(text)?.[1]
      if (url !== undefined) resolve({ process: child, url, said: () => text, ended })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then((how) => reject(new Error(`the server ended with ${how}: ${text}`)))
  })
}
