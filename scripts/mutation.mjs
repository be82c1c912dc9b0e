// `npm run mutation [room…]` breaks the program on purpose, to see whether its tests notice. Its tools are installed in test/mutation with their own lockfile.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run } from './find-node.mjs'

ensureInstalled()
const folder = join(root, 'test', 'mutation')
if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // The tools want the test runner of the program, which is found in its own folder.
  const installed = spawnSync(
    npm,
    ['ci', '--prefix', folder, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (installed.status !== 0) process.exit(1)
}
process.exit(run('test/mutation/run.ts', process.argv.slice(2)))
