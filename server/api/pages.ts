import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { StaticFile } from './docs.ts'

/** The built pages, in memory. */
export interface Pages {
  /** The only HTML page. The program in it shows the view of the path. */
  readonly start: StaticFile
  /** Finds a file of the pages by its path; undefined if there is none. */
  file(path: string): StaticFile | undefined
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** Reads the built pages of a folder into memory; undefined if they are not built. Files outside the folder cannot be requested. */
export function openPages(folder: string): Pages | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = new Map<string, StaticFile>(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const type = types[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        return [`/${relative(folder, path).split(sep).join('/')}`, { type, body: new Uint8Array(readFileSync(path)) }] as const
      }),
  )
  const start = files.get('/index.html')
  return start === undefined ? undefined : { start, file: (path) => files.get(path) }
}
