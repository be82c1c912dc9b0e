import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { StaticFile } from './docs.ts'

/** The built pages, in memory. */
export interface Pages {
  /** The one HTML page; the address says which part of it shows. */
  readonly start: StaticFile
  /** A file that the page names, by its path; undefined where there is none. */
  file(path: string): StaticFile | undefined
}

/** Addresses of people, as routes; each is answered with the start page. */
export const pageRoutes = [
  '/',
  '/verificar',
  '/buscar',
  '/normativa',
  '/normativa/:collection/:document',
  '/normativa/:collection/:document/:section',
  '/preguntar',
  '/municipios',
  '/municipios/:municipio',
  '/proyectos',
  '/proyectos/:id',
  '/servidor',
] as const

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** Reads the pages that `npm run build` left in a folder; undefined where they are not built. Nothing outside the folder can be asked for. */
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
