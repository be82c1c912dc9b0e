import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { officeFile } from './data-folder.ts'
import { removeDurably, writeDurably } from './durable-write.ts'

/** The letterhead of the office that uses the installation. */
export interface Office {
  readonly name: string
  /** Lines are separated by line ends. */
  readonly address: string
  readonly logo: { readonly type: 'image/png' | 'image/jpeg'; readonly base64: string } | null
}

/** The letterhead of the installation. */
export interface OfficeStore {
  /** Undefined if none is set, or if its file is damaged. Read each time, since another process may set it. */
  get(): Office | undefined
  /** Replaces the letterhead, or removes it. On disk when it returns. */
  set(office: Office | undefined): void
}

/** Opens the letterhead of a data folder, or one in memory if `folder` is undefined. */
export function openOffice(folder: string | undefined): OfficeStore {
  if (folder === undefined) return inMemory()
  const file = join(folder, officeFile)
  return {
    get() {
      try {
        // The program alone writes this file.
        return JSON.parse(readFileSync(file, 'utf8')) as Office
      } catch {
        return undefined
      }
    },
    set(office) {
      if (office === undefined) removeDurably(file)
      else writeDurably(file, JSON.stringify(office))
    },
  }
}

function inMemory(): OfficeStore {
  let held: Office | undefined
  return {
    get: () => held,
    set: (office) => {
      held = office
    },
  }
}
