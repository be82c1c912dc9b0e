import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './find-node.mjs'

/** The program that `scripts/program.mjs` builds. As deep below the project as `server/config/`, which finds the knowledge base from its own place. */
export const programFile = join(root, '.cache', 'program', 'main.js')

/** True if a built program is newer than every source, folder of sources and the list of packages. */
export function isProgramCurrent(program = programFile, folder = join(root, 'server')) {
  const built = statSync(program, { throwIfNoEntry: false })?.mtimeMs
  if (built === undefined) return false
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const builders = ['package-lock.json', 'scripts/program.mjs', 'scripts/program-layers.mjs'].map((name) => join(root, name))
  return [folder, ...sources, ...builders].every((file) => statSync(file).mtimeMs < built)
}

/** The program to run: the built one, or its sources where that is missing or older than they are. */
export function currentProgram() {
  return isProgramCurrent() ? programFile : join(root, 'server', 'main.ts')
}
