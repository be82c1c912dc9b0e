import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** The pack that comes with the program. */
export const defaultPackFile = join(import.meta.dirname, '..', '..', '.cache', 'plomada.kb')

/** Folder of the public keys that come with the program. */
export const defaultTrustFolder = join(import.meta.dirname, '..', '..', 'kb', 'trust')

export const bytesInMb = 1024 ** 2

/** Folder that `npm run build` writes the pages to. */
export const defaultPagesFolder = join(import.meta.dirname, '..', '..', '.cache', 'pages')

/** The data folder of the user, where the system keeps those of programs. */
export function perUserFolder(environment: Environment): string {
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Plomada')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Plomada')
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'plomada')
}
