import { enableCompileCache } from 'node:module'
import { processArguments, processEnvironment } from './config/environment.ts'

// Node would open its debugger, with all that is in memory, to whoever on this machine may send the signal.
process.on('SIGUSR1', () => undefined)
// An older Node would crash on the database library without a word.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Plomada needs Node 24 or newer; this is ${process.versions.node}`)
  process.exit(1)
}
// The program's own files are compiled once for this machine, not at every start.
enableCompileCache()
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(processArguments(), {
  environment: processEnvironment(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  input: process.stdin,
  isWatched: process.stderr.isTTY,
})
