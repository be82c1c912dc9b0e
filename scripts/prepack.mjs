// `npm pack` first builds what the package holds and is missing or stale: the knowledge base, the pages, the program and the client of the API.
import { ensureInstalled, run } from './find-node.mjs'

ensureInstalled()
// The output of `npm pack` is the name of the package.
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
for (const file of ['scripts/kb.ts', 'scripts/pages.ts', 'scripts/program.mjs']) if (run(file, ['build', '--if-stale'], quiet) !== 0) process.exit(1)
if (run('scripts/client.ts', ['build'], quiet) !== 0) process.exit(1)
