// The Node of each system that a package of the server is made for.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-node.mjs'

/** The systems: `platform` and `arch` as Node names them. No Node 24 for Windows on ARM is published as a package. */
export const systems = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win', arch: 'x64' },
]

/** The program `node` of a system: installed, or fetched from the npm registry into `.cache/node`. Undefined if it can be had in neither way. */
export function nodeProgram({ platform, arch }) {
  const name = `node-${platform}-${arch}`
  const program = join('bin', platform === 'win' ? 'node.exe' : 'node')
  const installed = join(root, 'node_modules', name, program)
  if (existsSync(installed)) return installed
  const { version, integrity } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
  const cache = join(root, '.cache', 'node')
  const fetched = join(cache, `${name}-${version}`, program)
  if (existsSync(fetched)) return fetched
  mkdirSync(join(cache, `${name}-${version}`), { recursive: true })
  const tarball = join(cache, `${name}-${version}.tgz`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  if (!existsSync(tarball) && spawnSync(npm, ['pack', '--silent', '--pack-destination', cache, `${name}@${version}`]).status !== 0) return undefined
  checkIntegrity(tarball, integrity)
  execFileSync('tar', ['xzf', tarball, '-C', join(cache, `${name}-${version}`), '--strip-components=1'])
  return fetched
}

/** Compares a file with the integrity that `package-lock.json` has. */
function checkIntegrity(file, integrity) {
  const [algorithm, expected] = integrity.split(/-(.*)/s)
  if (createHash(algorithm).update(readFileSync(file)).digest('base64') !== expected)
    throw new Error(`${file} is not the file that package-lock.json names: delete it and try again`)
}
