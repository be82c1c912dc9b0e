// `npm run package [--server]` builds what is missing or stale, and then the packages for this system: on Linux those of the server, and the installers
// of the desktop. `--server`: the first alone. Passes other arguments to electron-builder.
import { join } from 'node:path'
import { buildDesktop } from './desktop-build.mjs'
import { root, run } from './find-node.mjs'

const args = process.argv.slice(2)
const isServerOnly = args.includes('--server')
if (process.platform === 'linux' && (isServerOnly || args.length === 0)) {
  const { buildServerPackages } = await import('./server-packages.mjs')
  for (const file of buildServerPackages(join(root, 'release'))) console.log(`package → ${file}`)
}
if (!isServerOnly) {
  buildDesktop()
  process.exit(run('node_modules/electron-builder/cli.js', ['--config', 'electron/builder.yml', '--publish', 'never', ...args]))
}
