// `npm start` installs missing packages, builds the knowledge base, the pages and the program if they are missing or stale, and starts the server.
import { spawn } from 'node:child_process'
import { currentProgram, isProgramCurrent } from './built-program.mjs'
import { ensureInstalled, findNode, run } from './find-node.mjs'

ensureInstalled()
if (run('scripts/kb.ts', ['build', '--if-stale']) !== 0) process.exit(1)
if (run('scripts/pages.ts', ['build', '--if-stale']) !== 0) console.error('The pages were not built: only the API answers')
if (!isProgramCurrent() && run('scripts/program.mjs', ['build']) !== 0)
  console.error('The program was not built: it runs from its sources, and starts more slowly')
const server = spawn(findNode(), [currentProgram(), 'serve', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
