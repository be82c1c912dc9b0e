import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../kb/compiler/compile.ts'
import { describe } from '../kb/compiler/problem.ts'
import { writePack } from '../kb/compiler/write.ts'

const project = join(import.meta.dirname, '..')
const kept = join(project, '.cache', 'test')

/**
 * Compiles a folder of sources to a pack file. The last pack is cached in `.cache/test` under the hash of its inputs, including the compiler,
 * because compiling the real knowledge base takes ten seconds. Throws if the sources do not compile.
 */
export function writeCompiledBase(sources: string, packFile: string): void {
  const name = `${hashOfAll(sources)}.kb`
  if (existsSync(join(kept, name)) && isCopied(join(kept, name), packFile)) return
  const { compiled, problems } = compile(sources)
  if (compiled === undefined) throw new Error(`The knowledge base does not compile:\n${problems.slice(0, 20).map(describe).join('\n')}`)
  writePack(compiled, packFile)
  mkdirSync(kept, { recursive: true })
  for (const old of readdirSync(kept)) rmSync(join(kept, old), { force: true })
  // Rename, so that another run never sees a partial file.
  copyFileSync(packFile, join(kept, `${name}.${process.pid}`))
  renameSync(join(kept, `${name}.${process.pid}`), join(kept, name))
}

/** Copies the cached pack. Returns false if another run has replaced it. */
function isCopied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to)
    return true
  } catch {
    return false
  }
}

/** Hash of the sources and of all code that compiles them. */
function hashOfAll(sources: string): string {
  const hash = createHash('sha256')
  const programs = ['kb/compiler', 'server/engine', 'server/kb', 'server/packs', 'package-lock.json'].map((part) => join(project, part))
  const parts = ['geo', 'normativa', 'vocabulary', 'mapping', 'pack.yaml'].map((part) => join(sources, part)).filter(existsSync)
  for (const part of [...programs, ...parts]) {
    if (/\.\w+$/.test(part)) hash.update(readFileSync(part))
    else
      for (const entry of readdirSync(part, { recursive: true, withFileTypes: true }).toSorted((left, right) =>
        pathOf(left) < pathOf(right) ? -1 : 1,
      ))
        if (entry.isFile()) hash.update(`\0${pathOf(entry)}\0`).update(readFileSync(pathOf(entry)))
  }
  return hash.digest('hex')
}

function pathOf(entry: { readonly parentPath: string; readonly name: string }): string {
  return join(entry.parentPath, entry.name)
}
