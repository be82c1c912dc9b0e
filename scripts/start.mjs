// `npm start` installs missing packages, builds the knowledge base and the pages if they are missing or stale, and starts the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root, run } from './find-node.mjs'

ensureInstalled()
if (run('scripts/kb.ts', ['build', '--if-stale']) !== 0) process.exit(1)
if (run('scripts/pages.ts', ['build', '--if-stale']) !== 0) console.error('The pages were not built: only the API answers')
const server = spawn(findNode(), [join(root, 'server', 'main.ts'), 'serve', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
