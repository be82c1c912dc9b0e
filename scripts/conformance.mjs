// `npm run conformance [tool…]` tests the API with third-party tools, which are installed in test/conformance with their own lockfile.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run } from './find-node.mjs'

ensureInstalled()
const folder = join(root, 'test', 'conformance')
if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const installed = spawnSync(npm, ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0) process.exit(1)
}
if (run('scripts/kb.ts', ['build', '--if-stale']) !== 0) process.exit(1)
process.exit(run('test/conformance/run.ts', process.argv.slice(2)))
