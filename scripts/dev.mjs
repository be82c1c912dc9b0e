// `npm run dev` starts the server, and a development server for the pages with live reload. Passes its arguments to the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, root, run } from './find-node.mjs'

ensureInstalled()
if (run('scripts/kb.ts', ['build', '--if-stale']) !== 0) process.exit(1)
const own = process.argv.slice(2)
const port = (own.includes('--port') ? own[own.indexOf('--port') + 1] : process.env['PLOMADA_PORT']) ?? '4780'
const start = (file, args) => spawn(findNode(), [join(root, file), ...args], { stdio: 'inherit' })
const children = [start('server/main.ts', ['serve', '--quiet', ...own]), start('scripts/pages.ts', ['dev', '--api', `http://127.0.0.1:${port}`])]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
