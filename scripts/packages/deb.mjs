// The Debian package: the server as a service of systemd.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../find-node.mjs'
import { copyForSystem, put } from './contents.mjs'

const architectures = { x64: 'amd64', arm64: 'arm64' }
const ours = join(root, 'scripts', 'service')

/** Writes the Debian package of a Linux system. */
export function deb(work, program, { system, out, as, description }) {
  const stage = join(work, 'deb')
  const app = join(stage, 'usr', 'lib', 'plomada')
  copyForSystem(program, app, system)
  put(join(stage, 'usr/bin/plomada'), readFileSync(join(ours, 'start')), 0o755)
  put(join(stage, 'usr/lib/systemd/system/plomada.service'), readFileSync(join(ours, 'plomada.service')))
  put(join(stage, 'etc/plomada/plomada.env'), readFileSync(join(ours, 'plomada.env')), 0o640)
  put(join(stage, 'usr/share/doc/plomada-server/copyright'), readFileSync(join(root, 'LICENSE')))
  const says = (...args) =>
    execFileSync(process.execPath, [join(app, 'scripts', 'bin.mjs'), ...args], { env: { ...process.env, PLOMADA_LANG: 'es' } })
  put(join(stage, 'usr/share/man/man1/plomada.1.gz'), gzipSync(says('man')))
  put(join(stage, 'usr/share/bash-completion/completions/plomada'), says('completion', 'bash'))
  const bytes = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  put(join(stage, 'DEBIAN/control'), control({ arch: system.arch, as, description, kilobytes: Math.ceil(bytes / 1024) }))
  put(join(stage, 'DEBIAN/conffiles'), '/etc/plomada/plomada.env\n')
  for (const name of ['postinst', 'prerm', 'postrm']) put(join(stage, 'DEBIAN', name), readFileSync(join(ours, name)), 0o755)
  const file = join(out, `plomada-server_${as}_${architectures[system.arch]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(stage, { recursive: true })
  return file
}

function control({ arch, as, description, kilobytes }) {
  const fields = {
    Package: 'plomada-server',
    Version: as,
    Architecture: architectures[arch],
    Maintainer: 'Plomada <plomada@localhost>',
    'Installed-Size': kilobytes,
    Depends: 'libc6 (>= 2.28), libstdc++6, passwd',
    Section: 'science',
    Priority: 'optional',
    Description: `${description}\n Serves the pages and the API as a service of systemd, and brings the command plomada.`,
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
