// `npm run package` builds what is missing or stale, and then the installers for this system. Passes its arguments to electron-builder.
import { buildDesktop } from './desktop-build.mjs'
import { run } from './find-node.mjs'

buildDesktop()
process.exit(run('node_modules/electron-builder/cli.js', ['--config', 'electron/builder.yml', '--publish', 'never', ...process.argv.slice(2)]))
