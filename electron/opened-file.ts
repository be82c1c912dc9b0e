import { createReadStream, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pageRoutes } from '../server/api/page-routes.ts'
import { securityHeaders } from '../server/http/headers.ts'

/** Where a page reads the file that was opened with the program, and below it, at `.minisig`, the signature that lies beside it. */
export const openedFilePath = '/escritorio/abierto'

/** The page of each kind of file that the program opens. */
const pageOf: readonly (readonly [RegExp, string])[] = [
  [/\.ifc$/i, '/modelo'],
  [/\.plomada\.json$/i, '/proyectos'],
  [/\.kbpack$/i, '/servidor/base'],
]
const patterns = pageRoutes.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`))

/** The file that the user opened with the program, from the system's file manager or its menu. */
export interface OpenedFile {
  /** Takes the file or the `plomada://` link that a command line names. Returns the address of the page that shows it, or undefined if there is none. */
  fromCommandLine(commandLine: readonly string[], folder: string): string | undefined
  /** Answers the page with the last file that was opened, or its signature; 404 if there is none or it cannot be read. */
  answer(path: string): Response
}

/** Remembers which file was opened last, and tells `onOpen`. Only files of the kinds that the program opens are taken. */
export function openedFile(onOpen: (file: string) => void = () => undefined): OpenedFile {
  let file: string | undefined
  let count = 0
  return {
    fromCommandLine(commandLine, folder) {
      const link = commandLine.findLast((one) => /^plomada:/i.test(one))
      if (link !== undefined) return pageOfLink(link)
      const named = commandLine.findLast((one) => !one.startsWith('-') && pageFor(one) !== undefined)
      const page = named === undefined ? undefined : pageFor(named)
      if (named === undefined || page === undefined) return undefined
      file = resolve(folder, named)
      onOpen(file)
      // The number makes every opening another address, so that the page reads the file again.
      return `${page}?abierto=${++count}`
    },
    answer(path) {
      const wanted = file === undefined ? undefined : path === `${openedFilePath}.minisig` ? `${file}.minisig` : file
      const size = wanted === undefined ? undefined : sizeOf(wanted)
      if (wanted === undefined || size === undefined) return new Response(null, { status: 404, headers: securityHeaders })
      const headers = {
        ...securityHeaders,
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        // As an address has it: names may have any character.
        'x-file-name': encodeURIComponent(basename(wanted)),
      }
      return new Response(Readable.toWeb(createReadStream(wanted)) as ReadableStream, { headers })
    },
  }
}

/**
 * The page of a link such as `plomada://proyectos/ID` or `plomada://app/verificar?lugar=Madrid`. Undefined for anything but a page: a link comes from anywhere,
 * so it may show a page and do nothing else.
 */
export function pageOfLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined
  const { host, pathname, search } = new URL(link)
  const path = (host === 'app' ? pathname : `/${host}${pathname}`).replace(/\/+$/, '') || '/'
  return patterns.some((pattern) => pattern.test(path)) && !/[?&]abierto=/.test(search) ? `${path}${search}` : undefined
}

function pageFor(name: string): string | undefined {
  return pageOf.find(([pattern]) => pattern.test(name))?.[1]
}

function sizeOf(file: string): number | undefined {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}
