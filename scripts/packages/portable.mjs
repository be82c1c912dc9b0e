// The portable packages: a folder that runs wherever it is unpacked.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { zipSync } from 'fflate'
import { root } from '../find-node.mjs'
import { copyForSystem, put } from './contents.mjs'

const ours = join(root, 'scripts', 'service')

/** Writes the portable package of a system: `.tar.gz` for Linux, `.zip` for Windows. */
export function portable(work, program, { system, out, as }) {
  const name = `plomada-${as}-${system.platform}-${system.arch}`
  const folder = join(work, name)
  copyForSystem(program, join(folder, 'program'), system)
  const file = system.platform === 'win' ? windows(work, name, out) : linux(work, name, out)
  rmSync(folder, { recursive: true })
  return file
}

function linux(work, name, out) {
  put(join(work, name, 'plomada'), readFileSync(join(ours, 'start')), 0o755)
  const file = join(out, `${name}.tar.gz`)
  execFileSync('tar', ['czf', file, '--owner=0', '--group=0', '-C', work, name])
  return file
}

function windows(work, name, out) {
  const folder = join(work, name)
  put(join(folder, 'plomada.cmd'), withWindowsLines(join(ours, 'plomada.cmd')))
  put(join(folder, 'LEEME.txt'), withWindowsLines(join(ours, 'windows.txt')))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`${name}/${relative(folder, path)}`, [readFileSync(path), { mtime: statSync(path).mtime }]])
  const file = join(out, `${name}.zip`)
  writeFileSync(file, zipSync(Object.fromEntries(entries)))
  return file
}

/** The interpreter of commands of Windows misreads jumps in files with the line ends of Unix. */
function withWindowsLines(file) {
  return readFileSync(file, 'utf8').replace(/\r?\n/g, '\r\n')
}
