// Runs on any Node: finds the Node that this program needs before anything is imported that would crash an older one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. `import.meta.dirname` is too new for the Nodes this must run on. */
export const root = fileURLToPath(new URL('..', import.meta.url))
const neededMajor = 24

/** Installs the packages where they are missing, those that compile the base and build the pages too. Exits with a message where that fails. */
export function ensureInstalled() {
  const parts = ['better-sqlite3', 'hono', 'zod', 'typescript', 'js-yaml', 'vite'].map((name) => join(root, 'node_modules', name, 'package.json'))
  if (parts.every((file) => existsSync(file))) return
  console.error('Installing packages (npm ci) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // The install script of @ibm/plex-sans reports what it finds, where it runs in CI.
    env: { ...process.env, IBM_TELEMETRY_DISABLED: 'true' },
  })
  if (status !== 0) fail('npm ci failed: see its message above')
}

/** The Node to run with: this one if it is new enough, else the one that was installed with the packages. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const installed = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  return fail(
    `Plomada needs Node ${neededMajor} or newer; this is ${process.versions.node}. Install it from your usual source and run the command again.`,
  )
}

/** Runs a file of this project on the right Node and passes on its exit code. */
export function run(file, args = [], options = {}) {
  const { status } = spawnSync(findNode(), [join(root, file), ...args], { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
