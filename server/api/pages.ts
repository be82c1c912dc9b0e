import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Encoding } from './compression.ts'
import type { StaticFile } from './docs.ts'

/** A file of the pages, and the same compressed beforehand. */
export interface PageFile extends StaticFile {
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}

/** The built pages, in memory. */
export interface Pages {
  /** The only HTML page. The program in it shows the view of the path. */
  readonly start: PageFile
  /** Finds a file of the pages by its path; undefined if there is none. */
  file(path: string): PageFile | undefined
}

/** The endings of the files that the build compresses beforehand. */
export const encodings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** Reads the built pages of a folder into memory; undefined if they are not built. Files outside the folder cannot be requested. */
export function openPages(folder: string): Pages | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [`/${relative(folder, path).split(sep).join('/')}`, new Uint8Array(readFileSync(path))] as const
      }),
  )
  const files = new Map<string, PageFile>()
  for (const [path, body] of bytes) {
    if (Object.values(encodings).some((ending) => path.endsWith(ending))) continue
    const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>()
    for (const name of ['br', 'gzip'] as const) {
      const packed = bytes.get(`${path}${encodings[name]}`)
      if (packed !== undefined) encoded.set(name, packed)
    }
    files.set(path, { type: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body, encoded })
  }
  const start = files.get('/index.html')
  return start === undefined ? undefined : { start, file: (path) => files.get(path) }
}
