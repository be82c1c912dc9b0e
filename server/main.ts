import { enableCompileCache } from 'node:module'
import { processArguments, processEnvironment } from './config/environment.ts'

// By default SIGUSR1 starts Node's debugger, which would expose all memory to local processes that may send this signal.
process.on('SIGUSR1', () => undefined)
// An older Node would crash in the database library without a message.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Plomada needs Node 24 or newer; this is ${process.versions.node}`)
  process.exit(1)
}
// Cache compiled code on disk to start faster.
enableCompileCache()
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(processArguments(), {
  environment: processEnvironment(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  input: process.stdin,
  isWatched: process.stderr.isTTY,
})
