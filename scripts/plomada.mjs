// `npm run -s plomada -- <command>` runs the command line on the right Node, and builds the knowledge base if it is missing and needed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run } from './find-node.mjs'

ensureInstalled()
const args = process.argv.slice(2)
const needsBase =
  !(args[0] === 'kb' && ['trust', 'keygen'].includes(args[1] ?? '')) &&
  ['serve', 'kb', 'verify', 'certificate', 'batch', 'project', 'ficha', 'ask', 'search'].includes(args[0] ?? '') &&
  !args.includes('--kb') &&
  process.env['PLOMADA_KB'] === undefined
if (needsBase && !existsSync(join(root, '.cache', 'plomada.kb')) && run('scripts/kb.ts', ['build'], { stdio: ['ignore', 'ignore', 'inherit'] }) !== 0)
  process.exit(1)
process.exit(run('server/main.ts', args))
