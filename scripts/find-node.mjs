// Finds the Node version that the program needs. This file must run on old versions of Node too, so it imports nothing else of the program.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. Old versions of Node have no `import.meta.dirname`. */
export const root = fileURLToPath(new URL('..', import.meta.url))
const neededMajor = 24

/** Installs all packages, including those for development, if any is missing. Exits with a message if that fails. */
export function ensureInstalled() {
  const parts = ['better-sqlite3', 'hono', 'zod', 'typescript', 'js-yaml', 'vite'].map((name) => join(root, 'node_modules', name, 'package.json'))
  if (parts.every((file) => existsSync(file))) return
  console.error('Installing packages (npm ci) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // In CI the install script of @ibm/plex-sans would send telemetry.
    env: { ...process.env, IBM_TELEMETRY_DISABLED: 'true' },
  })
  if (status !== 0) fail('npm ci failed: see its message above')
}

/** Path of the Node to use: the present one if it is new enough, otherwise the one installed with the packages. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const installed = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  return fail(
    `Plomada needs Node ${neededMajor} or newer; this is ${process.versions.node}. Install it from your usual source and run the command again.`,
  )
}

/** Runs a file of this project on the right Node and returns its exit code. */
export function run(file, args = [], options = {}) {
  const { status } = spawnSync(findNode(), [join(root, file), ...args], { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
