import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run } from './find-node.mjs'

/** Builds the knowledge base, the pages and the desktop program into `.cache/` and `dist/`. Exits if a step fails. */
export function buildDesktop() {
  ensureInstalled()
  rmSync(join(root, 'dist', 'desktop'), { recursive: true, force: true })
  const steps = [
    ['scripts/kb.ts', ['build', '--if-stale']],
    ['scripts/pages.ts', ['build', '--if-stale']],
    // Electron cannot run TypeScript.
    ['node_modules/typescript/bin/tsc', ['-p', 'electron']],
  ]
  for (const [file, args] of steps) if (run(file, args) !== 0) process.exit(1)
}
