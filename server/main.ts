import { runCli } from './cli.ts'
import { processArguments, processEnvironment } from './config.ts'

process.exitCode = await runCli(processArguments(), {
  environment: processEnvironment(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
})
