import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../server/config/config.ts'
import type { Environment } from '../server/config/environment.ts'

/** Where the program's own files are. */
export interface Installation {
  readonly isPackaged: boolean
  readonly platform: string
  readonly resourcesFolder: string
  /** The folder of the project, in development. */
  readonly projectFolder: string
  readonly environment: Environment
}

/** The configuration of the desktop: what was shipped with it is read from its resources, whatever the environment names. */
export function desktopConfig({ isPackaged, resourcesFolder, projectFolder, environment }: Installation): Config {
  const config = readConfig(environment)
  return isPackaged
    ? {
        ...config,
        packFile: join(resourcesFolder, 'plomada.kb'),
        packFileIs: 'shipped',
        trustFolder: join(resourcesFolder, 'trust'),
        pagesFolder: join(resourcesFolder, 'pages'),
      }
    : {
        ...config,
        packFile: environment['PLOMADA_KB'] ?? join(projectFolder, '.cache', 'plomada.kb'),
        trustFolder: join(projectFolder, 'kb', 'trust'),
        pagesFolder: join(projectFolder, '.cache', 'pages'),
      }
}

/** The window's picture as a file: only Linux needs one, the others take it from the program. */
export function iconFile({ isPackaged, platform, resourcesFolder, projectFolder }: Installation): string | undefined {
  if (platform !== 'linux') return undefined
  return isPackaged ? join(resourcesFolder, 'plomada.png') : join(projectFolder, 'electron', 'icons', 'linux', '256x256.png')
}

/** The folder of Electron's own files, made if missing, in that of the user's data: there is one folder to keep, move or delete. Undefined where that cannot be written: Electron then uses its own. */
export function electronFolder({ dataFolder }: Config): string | undefined {
  const folder = join(dataFolder, 'desktop')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch {
    // The service finds the same fault and says that nothing can be stored.
    return undefined
  }
}
