import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { lazyMap } from '../engine/lazy-map.ts'
import type { Encoding } from './compression.ts'
import type { StaticFile } from './docs.ts'

/** A file of the pages, and the same compressed beforehand. */
export interface PageFile extends StaticFile {
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}

/** The built pages. */
export interface Pages {
  /** The only HTML page. The program in it shows the view of the path. */
  readonly start: PageFile
  /** Finds a file of the pages by its path; undefined if there is none. */
  file(path: string): PageFile | undefined
  /** Reads into memory what nobody has asked for yet, so that pages which are built again do not mix with these. Files that are gone are left out. */
  readRest(): Promise<void>
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

/** Opens the built pages of a folder; undefined if they are not built. A file is read when first asked for. Files outside the folder cannot be requested. */
export function openPages(folder: string): Pages | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  )
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  const read = (path: string): Uint8Array<ArrayBuffer> | undefined => {
    const body = bytes.get(path) ?? (existsSync(join(folder, path)) ? new Uint8Array(readFileSync(join(folder, path))) : undefined)
    if (body !== undefined) bytes.set(path, body)
    return body
  }
  const isPacked = (path: string): boolean => Object.values(encodings).some((ending) => path.endsWith(ending))
  const file = lazyMap(
    () => [],
    (path): PageFile | undefined => {
      if (!paths.has(path) || isPacked(path)) return undefined
      const body = read(path)
      const encoded = (['br', 'gzip'] as const).flatMap((name) => {
        const packed = paths.has(`${path}${encodings[name]}`) ? read(`${path}${encodings[name]}`) : undefined
        return packed === undefined ? [] : [[name, packed] as const]
      })
      return body === undefined
        ? undefined
        : { type: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body, encoded: new Map(encoded) }
    },
  ).get
  const start = file('/index.html')
  return start === undefined ? undefined : { start, file, readRest: () => readRest(folder, paths, bytes) }
}

async function readRest(folder: string, paths: ReadonlySet<string>, bytes: Map<string, Uint8Array<ArrayBuffer>>): Promise<void> {
  for (const path of paths) {
    if (bytes.has(path)) continue
    const body = await readFile(join(folder, path)).catch(() => undefined)
    if (body !== undefined && !bytes.has(path)) bytes.set(path, new Uint8Array(body))
  }
}
