// `npm run package [--server] [--key <secret key>]` builds what is missing or stale, and then the packages: on Linux those of the server for every
// system, and the installers of the desktop for this one. `--server`: the first alone. `--key` signs those of the server. Passes other arguments to
// electron-builder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDesktop } from './desktop-build.mjs'
import { root, run } from './find-node.mjs'

const args = process.argv.slice(2)
const isServerOnly = args.includes('--server')
const at = args.indexOf('--key')
const keyFile = at < 0 ? undefined : args[at + 1]
const others = args.filter((one, index) => one !== '--server' && (at < 0 || (index !== at && index !== at + 1)))
if (process.platform === 'linux' && (isServerOnly || others.length === 0)) {
  const { buildServerPackages } = await import('./server-packages.mjs')
  for (const file of buildServerPackages(join(root, 'release'), { keyFile })) console.log(`package → ${file}`)
}
if (!isServerOnly) {
  buildDesktop()
  const status = run('node_modules/electron-builder/cli.js', ['--config', 'electron/builder.yml', '--publish', 'never', ...others])
  if (status === 0 && !others.includes('--dir')) await listInstallers(join(root, 'release'))
  process.exit(status)
}

/** Lists the installers of this version with their checksums, and signs them. */
async function listInstallers(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { writeSums } = await import('./packages/sums.mjs')
  const files = readdirSync(folder)
    .filter((name) => name.includes(version) && !name.startsWith('plomada-server') && /\.(?:AppImage|deb|exe|dmg)$/.test(name))
    .map((name) => join(folder, name))
  if (files.length > 0) console.log(`package → ${writeSums(folder, `plomada-desktop-${version}`, { files, keyFile, version })}`)
}
