// `npm test` installs missing packages and runs every test. Passes its arguments to vitest.
import { ensureInstalled, run } from './find-node.mjs'

ensureInstalled()
process.exit(run('node_modules/vitest/vitest.mjs', ['run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)]))
