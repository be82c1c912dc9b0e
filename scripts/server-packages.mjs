// The packages of the server for Linux, with Node inside: a .deb with a service of systemd, and a .tar.gz that runs from any folder.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { root } from './find-node.mjs'

const { version, description, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const debian = { x64: 'amd64', arm64: 'arm64' }
const ours = join(root, 'scripts', 'service')

/** Writes the packages of every Linux system whose Node is installed, with their checksums and bill of materials, into a folder. */
export function buildServerPackages(out, as = version) {
  mkdirSync(out, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'plomada-packages-'))
  try {
    const program = join(work, 'program')
    unpackProgram(work, program)
    const made = Object.keys(debian)
      .filter((arch) => `node-linux-${arch}` in optionalDependencies && existsSync(join(root, 'node_modules', `node-linux-${arch}`)))
      .flatMap((arch) => [portable(work, program, { arch, out, as }), deb(work, program, { arch, out, as })])
    const bill = join(out, `plomada-server-${as}.cdx.json`)
    writeFileSync(bill, npm(['sbom', '--omit=dev', '--omit=optional', '--sbom-format=cyclonedx', '--sbom-type=application']))
    const sums = [...made, bill].map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${relative(out, file)}\n`)
    writeFileSync(join(out, `plomada-server-${as}.sha256`), sums.join(''))
    return made
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** What `npm pack` packs, with the libraries that stay apart. */
function unpackProgram(work, program) {
  npm(['pack', '--silent', '--pack-destination', work])
  mkdirSync(program)
  const [tarball] = readdirSync(work).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['xzf', join(work, tarball), '-C', program, '--strip-components=1'])
  const unwanted = load(readFileSync(join(root, 'electron', 'builder.yml'), 'utf8'))
    .files.filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1))
  const folders = npm(['ls', '--omit=dev', '--omit=optional', '--all', '--parseable']).trim().split('\n').slice(1)
  for (const folder of folders)
    cpSync(folder, join(program, relative(root, folder)), {
      recursive: true,
      filter: (file) => {
        const path = relative(root, file)
        const isOfOther = file !== folder && path.slice(relative(root, folder).length).includes('/node_modules')
        return !isOfOther && !unwanted.some((pattern) => matchesGlob(path, pattern))
      },
    })
}

/** The program for one system: with its Node, and with its part of the database library alone. */
function forSystem(program, folder, arch) {
  cpSync(program, folder, { recursive: true })
  const prebuilds = join(folder, 'node_modules', 'better-sqlite3', 'prebuilds')
  for (const name of readdirSync(prebuilds)) if (name !== `linux-${arch}.node`) rmSync(join(prebuilds, name), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'node_modules', `node-linux-${arch}`, 'bin', 'node'), join(folder, 'bin', 'node'))
  cpSync(join(root, 'node_modules', `node-linux-${arch}`, 'LICENSE'), join(folder, 'bin', 'LICENSE'))
}

function portable(work, program, { arch, out, as }) {
  const name = `plomada-${as}-linux-${arch}`
  forSystem(program, join(work, name, 'program'), arch)
  put(join(work, name, 'plomada'), readFileSync(join(ours, 'start')), 0o755)
  const file = join(out, `${name}.tar.gz`)
  execFileSync('tar', ['czf', file, '--owner=0', '--group=0', '-C', work, name])
  rmSync(join(work, name), { recursive: true })
  return file
}

function deb(work, program, { arch, out, as }) {
  const stage = join(work, 'deb')
  const app = join(stage, 'usr', 'lib', 'plomada')
  forSystem(program, app, arch)
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
  put(join(stage, 'DEBIAN/control'), control(arch, as, Math.ceil(bytes / 1024)))
  put(join(stage, 'DEBIAN/conffiles'), '/etc/plomada/plomada.env\n')
  for (const name of ['postinst', 'prerm', 'postrm']) put(join(stage, 'DEBIAN', name), readFileSync(join(ours, name)), 0o755)
  const file = join(out, `plomada-server_${as}_${debian[arch]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(stage, { recursive: true })
  return file
}

function control(arch, as, kilobytes) {
  const fields = {
    Package: 'plomada-server',
    Version: as,
    Architecture: debian[arch],
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

function put(file, content, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

function npm(args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] })
}
