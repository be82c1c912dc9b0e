import { enableCompileCache } from 'node:module'
import { processArguments, processEnvironment } from './config.ts'

// The program's own files are compiled once for this machine, not at every start.
enableCompileCache()
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(processArguments(), {
  environment: processEnvironment(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
})
