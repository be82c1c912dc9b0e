import { enableCompileCache, flushCompileCache } from 'node:module'
import { isatty } from 'node:tty'
import { processArguments, processEnvironment } from './config/environment.ts'
import { languageFrom } from './config/language.ts'

// Without a handler, SIGUSR1 would open Node's debugger, and with it the memory of the process.
process.on('SIGUSR1', () => undefined)
// An older Node would crash in the database library without a message.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const text = {
    es: `Plomada necesita Node 24 o posterior; este es ${process.versions.node}`,
    en: `Plomada needs Node 24 or newer; this is ${process.versions.node}`,
  }
  console.error(text[languageFrom(processArguments(), processEnvironment())])
  process.exit(1)
}
// Keeps the compiled files on disk, so that the next start is faster.
enableCompileCache()
// It is written at the end; a server that is killed would never write it.
setTimeout(flushCompileCache, 5000).unref()
const { runCli } = await import('./cli.ts')
/** Lines that were typed before they were asked for, as where several are pasted at once. */
const typedAhead: string[] = []

// The input is opened by the command that reads it: to open it takes as long as a verdict.
process.exitCode = await runCli(processArguments(), {
  environment: processEnvironment(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  get input() {
    return process.stdin
  },
  isWatched: process.stderr.isTTY,
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  question: isatty(0) && process.stderr.isTTY ? ask : undefined,
})

/** Asks on the error output, so that the result alone is on the other. The tab key completes `proposals`. */
async function ask(text: string, proposals: readonly string[] = []): Promise<string> {
  const [{ createInterface }, { Interrupted }, { completionsOf }] = await Promise.all([
    import('node:readline'),
    import('./commands/terminal.ts'),
    import('./commands/completions.ts'),
  ])
  const ahead = typedAhead.shift()
  if (ahead !== undefined) {
    process.stderr.write(`${text}${ahead}\n`)
    return ahead.trim()
  }
  const completer = (typed: string) => completionsOf(typed, proposals)
  const lines = createInterface({ input: process.stdin, output: process.stderr, ...(proposals.length === 0 ? {} : { completer }) })
  return await new Promise((resolve, reject) => {
    lines.once('close', () => {
      process.stderr.write('\n')
      reject(new Interrupted())
    })
    lines.question(text, (answer) => {
      lines.removeAllListeners('close')
      // The other lines of the same piece of input come before this turn ends.
      lines.on('line', (line) => typedAhead.push(line))
      setImmediate(() => {
        lines.close()
        resolve(answer.trim())
      })
    })
  })
}
