// The contents that every package of the server has.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative } from 'node:path'
import { load } from 'js-yaml'
import { root } from '../find-node.mjs'

/** Unpacks what `npm pack` packs, with the libraries that stay apart, into a folder. */
export function unpackProgram(work, program) {
  npm(['pack', '--silent', '--pack-destination', work])
  mkdirSync(program)
  const [tarball] = readdirSync(work).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['xzf', join(work, tarball), '-C', program, '--strip-components=1'])
  // npm packs the file that `main` names, which is the desktop's, wherever it was built.
  rmSync(join(program, 'dist'), { recursive: true, force: true })
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

/** Copies the program for one system: with its Node, and with its part of the database library alone. */
export function copyForSystem(program, folder, { platform, arch, node }) {
  cpSync(program, folder, { recursive: true })
  const prebuilds = join(folder, 'node_modules', 'better-sqlite3', 'prebuilds')
  const native = `${platform === 'win' ? 'win32' : platform}-${arch}.node`
  for (const name of readdirSync(prebuilds)) if (name !== native) rmSync(join(prebuilds, name), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(node, join(folder, 'bin', basename(node)))
  // The package for Windows has no licence of its own; it is the same Node.
  cpSync(join(root, 'node_modules', `node-linux-${process.arch}`, 'LICENSE'), join(folder, 'bin', 'LICENSE'))
}

/** Writes a file and the folders above it. */
export function put(file, content, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

/** Runs npm in the project and returns what it prints. */
export function npm(args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] })
}
