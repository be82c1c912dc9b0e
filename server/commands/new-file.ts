import { openSync } from 'node:fs'
import { UsageError } from './terminal.ts'

/** Creates and opens a file that only its owner may read. Throws `UsageError` if the name exists, also as a link that leads nowhere. */
export function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new UsageError({ es: `«${file}» ya existe: indique otro fichero`, en: `"${file}" already exists: choose another file` })
    throw error
  }
}
