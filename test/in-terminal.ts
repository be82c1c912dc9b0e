import { spawn } from 'node:child_process'

/** A program in a pseudo terminal, as a person sees and types it. */
export interface InTerminal {
  /** Resolves when what was written since the last call matches; rejects if the program ends before. */
  until(form: RegExp): Promise<string>
  /** Types a text and Enter. */
  enter(text: string): void
  /** Types keys as they are: Ctrl+C is `\u0003`. */
  press(keys: string): void
  /** The exit code, and everything that was written. */
  ended(): Promise<{ readonly code: number | null; readonly screen: string }>
}

/** Starts `plomada` in a pseudo terminal of `width` columns, by `script` of bsdutils. */
export function inTerminal(args: readonly string[], { env, width = 100 }: { readonly env: NodeJS.ProcessEnv; readonly width?: number }): InTerminal {
  const quoted = [process.execPath, 'server/main.ts', ...args].map((one) => `'${one.replaceAll("'", `'\\''`)}'`).join(' ')
  const child = spawn('script', ['-qefc', `stty cols ${width} rows 40; exec ${quoted}`, '/dev/null'], { env: { ...env, TERM: 'xterm' } })
  let screen = ''
  let seen = 0
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
  })
  return {
    async until(form) {
      for (let isOver = false; ; isOver = await Promise.race([ended.then(() => true), new Promise<false>((go) => setTimeout(go, 20, false))])) {
        const found = form.exec(screen.slice(seen))
        if (found !== null) {
          seen += found.index + found[0].length
          return found[0]
        }
        if (isOver) throw new Error(`not written: ${String(form)}\n${screen.slice(seen)}`)
      }
    },
    enter: (text) => child.stdin.write(`${text}\r`),
    press: (keys) => child.stdin.write(keys),
    async ended() {
      const code = await ended
      return { code, screen }
    },
  }
}
