// `npm run desktop` builds what is missing or stale and starts the desktop. It needs the Electron program on this machine.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDesktop } from './desktop-build.mjs'
import { root } from './find-node.mjs'

buildDesktop()
const program = electronProgram()
if (program === undefined) {
  console.error(
    'The desktop is built, but the Electron program is not on this machine: run "npm exec install-electron" to download it, or set ELECTRON_OVERRIDE_DIST_PATH to the folder that contains it',
  )
  process.exit(1)
}
const desktop = spawn(program, [root, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => desktop.kill(signal))
desktop.on('exit', (code) => process.exit(code ?? 1))

/** Path of the Electron program; undefined if it is not installed. The entry point of the package is not used, because it would start a download. */
function electronProgram() {
  const folder = join(root, 'node_modules', 'electron')
  const usual = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron'
  const named = existsSync(join(folder, 'path.txt')) ? readFileSync(join(folder, 'path.txt'), 'utf8').trim() : usual
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), named)
  return existsSync(program) ? program : undefined
}
