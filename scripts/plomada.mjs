// `npm run -s plomada -- <command>` runs the command line on the right Node: the built program where that is fresh, otherwise its sources. Builds
// the knowledge base if it is missing and needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { currentProgram } from './built-program.mjs'
import { ensureInstalled, findNode, root, run } from './find-node.mjs'

ensureInstalled()
const args = process.argv.slice(2)
const needsBase =
  !(args[0] === 'kb' && ['trust', 'keygen'].includes(args[1] ?? '')) &&
  ['serve', 'kb', 'verify', 'certificate', 'batch', 'project', 'ficha', 'ask', 'search'].includes(args[0] ?? '') &&
  !args.includes('--kb') &&
  process.env['PLOMADA_KB'] === undefined
if (needsBase && !existsSync(join(root, '.cache', 'plomada.kb')) && run('scripts/kb.ts', ['build'], { stdio: ['ignore', 'ignore', 'inherit'] }) !== 0)
  process.exit(1)
const program = currentProgram()
// A second Node would only cost time.
if (findNode() === process.execPath) await import(pathToFileURL(program).href)
else process.exit(spawnSync(findNode(), [program, ...args], { stdio: 'inherit' }).status ?? 1)
