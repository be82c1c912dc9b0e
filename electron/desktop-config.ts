import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../server/config/config.ts'
import type { Environment } from '../server/config/environment.ts'

/** The platform, folders and environment of the running program. */
export interface Installation {
  readonly isPackaged: boolean
  readonly platform: string
  readonly resourcesFolder: string
  /** The folder of the source code, used in development. */
  readonly projectFolder: string
  readonly environment: Environment
  /** The whole command line, in which the system names a file that is opened with the program. */
  readonly commandLine: readonly string[]
  /** The folder that relative names on it start from. */
  readonly workingFolder: string
}

/** The configuration of the desktop. A packaged program always reads its own resources and ignores paths in the environment. */
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

/** The file of the window icon. Only Linux needs one; other systems take the icon from the executable. */
export function iconFile({ isPackaged, platform, resourcesFolder, projectFolder }: Installation): string | undefined {
  if (platform !== 'linux') return undefined
  return isPackaged ? join(resourcesFolder, 'plomada.png') : join(projectFolder, 'electron', 'icons', 'linux', '256x256.png')
}

/**
 * Creates the folder for Electron's own files inside the data folder, so that the user has only one folder to keep, move or delete. Undefined if it
 * cannot be created; Electron then uses its default folder.
 */
export function electronFolder({ dataFolder }: Config): string | undefined {
  const folder = join(dataFolder, 'desktop')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch {
    // The service will meet the same error and report that nothing can be stored.
    return undefined
  }
}
