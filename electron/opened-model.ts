import { createReadStream, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { securityHeaders } from '../server/http/headers.ts'

/** Where the page *Modelo* reads the model that was opened with the program. */
export const openedModelPath = '/escritorio/modelo.ifc'

/** The model that the user opened with the program, from the system's file manager. */
export interface OpenedModel {
  /** Takes the model that a command line names. Returns the address of the page that shows it, or undefined if there is none. */
  fromCommandLine(commandLine: readonly string[], folder: string): string | undefined
  /** Answers the page with the last model that was opened; 404 if there is none or it cannot be read. */
  answer(): Response
}

/** Remembers which model was opened last. Only files called `.ifc` are taken. */
export function openedModel(): OpenedModel {
  let file: string | undefined
  let count = 0
  return {
    fromCommandLine(commandLine, folder) {
      const named = commandLine.findLast((one) => /\.ifc$/i.test(one) && !one.startsWith('-'))
      if (named === undefined) return undefined
      file = resolve(folder, named)
      // The number makes every opening another address, so that the page reads the model again.
      return `/modelo?abierto=${++count}`
    },
    answer() {
      const size = file === undefined ? undefined : sizeOf(file)
      if (file === undefined || size === undefined) return new Response(null, { status: 404, headers: securityHeaders })
      const headers = {
        ...securityHeaders,
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        // As an address has it: names may have any character.
        'x-file-name': encodeURIComponent(basename(file)),
      }
      return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, { headers })
    },
  }
}

function sizeOf(file: string): number | undefined {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}
