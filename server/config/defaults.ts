import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** The knowledge base that comes with the program. */
export const defaultPackFile = join(import.meta.dirname, '..', '..', '.cache', 'plomada.kb')

/** Public keys kept beside the sources of the base. */
export const defaultTrustFolder = join(import.meta.dirname, '..', '..', 'kb', 'trust')

export const bytesInMb = 1024 ** 2

/** Where `npm run build` leaves the pages. */
export const defaultPagesFolder = join(import.meta.dirname, '..', '..', '.cache', 'pages')

/** The data folder of the user, where the system keeps those of programs. */
export function perUserFolder(environment: Environment): string {
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Plomada')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Plomada')
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'plomada')
}
