import { homedir } from 'node:os'
import { join } from 'node:path'

/** All that the process may read, write and listen on. The only file that looks at the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Folder of the writable database; created at first start. */
  readonly dataFolder: string
  /** The pack, opened read-only. */
  readonly packFile: string
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Host names, besides loopback and private addresses, that requests may name. */
  readonly allowedHosts: readonly string[]
  /** Requests a minute for a network key. */
  readonly ratePerMinute: number
}

export const defaultPackFile = join(import.meta.dirname, '..', '.cache', 'plomada.kb')

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration from flags, then the environment, then defaults. Throws `RangeError` that names the setting at fault. */
export function readConfig(environment: Environment, flags: Environment = {}): Config {
  const setting = (flag: string, variable: string): string | undefined => flags[flag] ?? environment[variable]
  const certFile = setting('tls-cert', 'PLOMADA_TLS_CERT')
  const keyFile = setting('tls-key', 'PLOMADA_TLS_KEY')
  if ((certFile === undefined) !== (keyFile === undefined)) throw new RangeError('Cannot use TLS: PLOMADA_TLS_CERT and PLOMADA_TLS_KEY go together')
  return Object.freeze({
    host: setting('host', 'PLOMADA_HOST') ?? '127.0.0.1',
    port: wholeNumber('PLOMADA_PORT', setting('port', 'PLOMADA_PORT') ?? '4780', 0, 65535),
    dataFolder: setting('data', 'PLOMADA_DATA') ?? perUserFolder(environment),
    packFile: setting('kb', 'PLOMADA_KB') ?? defaultPackFile,
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    allowedHosts: (setting('allow-host', 'PLOMADA_ALLOW_HOST') ?? '').split(',').filter((name) => name !== ''),
    ratePerMinute: wholeNumber('PLOMADA_RATE', setting('rate', 'PLOMADA_RATE') ?? '600', 1, 1_000_000),
  })
}

/** The environment of this process, for `main.ts` and `cli.ts`. */
export function processEnvironment(): Environment {
  return process.env
}

/** The arguments of this process after the program's name. */
export function processArguments(): string[] {
  return process.argv.slice(2)
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < low || value > high)
    throw new RangeError(`Cannot read ${name} "${text}": expected a whole number from ${low} to ${high}`)
  return value
}

function perUserFolder(environment: Environment): string {
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Plomada')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Plomada')
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'plomada')
}
