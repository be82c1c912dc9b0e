import { ensureInstalled, run } from './find-node.mjs'

/** Builds the knowledge base, the pages and the desktop program into `.cache/` and `dist/`. Exits if a step fails. */
export function buildDesktop() {
  ensureInstalled()
  const steps = [
    ['scripts/kb.ts', ['build', '--if-stale']],
    ['scripts/pages.ts', ['build', '--if-stale']],
    ['scripts/program.mjs', ['build', '--desktop']],
  ]
  for (const [file, args] of steps) if (run(file, args) !== 0) process.exit(1)
}
