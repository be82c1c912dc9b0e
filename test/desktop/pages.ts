import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A project folder with minimal built pages: one HTML file and one script. The real pages are tested in a browser. */
export function pagesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-project-'))
  writePages(join(folder, '.cache', 'pages'))
  return folder
}

/** Writes these pages into a folder. */
function writePages(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plomada</title><script type="module" src="/assets/main.js"></script>')
  writeFileSync(join(folder, 'assets', 'main.js'), 'export {}')
}
