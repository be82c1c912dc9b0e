import { BlockList, isIP } from 'node:net'
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
  /** Whether the operator named it, or it is the one that comes with the program: then an installed one may serve in its place. */
  readonly packFileIs: 'asked' | 'shipped'
  /** Public keys that come with the program; packs that they sign are accepted. */
  readonly trustFolder: string
  /** The built pages; where there are none only the API answers. */
  readonly pagesFolder: string
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Host names, besides loopback and private addresses, that requests may name. */
  readonly allowedHosts: readonly string[]
  /** Requests a minute for a network key. */
  readonly ratePerMinute: number
  /** Whether it serves its private network, over TLS. */
  readonly lan: boolean
  /** Whether it may listen beyond this machine without TLS. */
  readonly insecureHttp: boolean
  /** Days that the audit keeps its lines; 0 keeps them all. */
  readonly auditDays: number
  /** The oldest files of the audit leave while all take more than this; 0 keeps them all. */
  readonly auditBytes: number
  /** A file that is given each line of the audit too. */
  readonly auditSink: string | undefined
  /** How many projects there may be, and how many bytes they may have; one key may have a tenth. */
  readonly quota: { readonly count: number; readonly bytes: number }
  /** The one address that may be called, if any: it words the answers of `ask` otherwise. */
  readonly generator: { readonly url: string; readonly model: string; readonly key: string | undefined } | undefined
}

export const defaultPackFile = join(import.meta.dirname, '..', '..', '.cache', 'plomada.kb')

/** Public keys kept beside the sources of the base. */
const defaultTrustFolder = join(import.meta.dirname, '..', '..', 'kb', 'trust')

const bytesInMb = 1024 ** 2

/** Where `npm run build` leaves the pages. */
export const defaultPagesFolder = join(import.meta.dirname, '..', '..', '.cache', 'pages')

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration from flags, then the environment, then defaults. Throws `RangeError` that names the setting at fault. */
export function readConfig(environment: Environment, flags: Environment = {}): Config {
  const setting = (flag: string, variable: string): string | undefined => flags[flag] ?? environment[variable]
  const certFile = setting('tls-cert', 'PLOMADA_TLS_CERT')
  const keyFile = setting('tls-key', 'PLOMADA_TLS_KEY')
  if ((certFile === undefined) !== (keyFile === undefined)) throw new RangeError('Cannot use TLS: PLOMADA_TLS_CERT and PLOMADA_TLS_KEY go together')
  const packFile = setting('kb', 'PLOMADA_KB')
  return Object.freeze({
    host: setting('host', 'PLOMADA_HOST') ?? '127.0.0.1',
    port: wholeNumber('PLOMADA_PORT', setting('port', 'PLOMADA_PORT') ?? '4780', 0, 65535),
    dataFolder: setting('data', 'PLOMADA_DATA') ?? perUserFolder(environment),
    packFile: packFile ?? defaultPackFile,
    packFileIs: packFile === undefined ? 'shipped' : 'asked',
    trustFolder: defaultTrustFolder,
    pagesFolder: defaultPagesFolder,
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    allowedHosts: (setting('allow-host', 'PLOMADA_ALLOW_HOST') ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
    ratePerMinute: wholeNumber('PLOMADA_RATE', setting('rate', 'PLOMADA_RATE') ?? '600', 1, 1_000_000),
    lan: yesOrNo('PLOMADA_LAN', setting('lan', 'PLOMADA_LAN') ?? 'no'),
    insecureHttp: yesOrNo('PLOMADA_INSECURE_HTTP', setting('insecure-http', 'PLOMADA_INSECURE_HTTP') ?? 'no'),
    auditDays: wholeNumber('PLOMADA_AUDIT_DAYS', setting('audit-days', 'PLOMADA_AUDIT_DAYS') ?? '365', 0, 36_500),
    auditBytes: wholeNumber('PLOMADA_AUDIT_MB', setting('audit-mb', 'PLOMADA_AUDIT_MB') ?? '8192', 0, 10_000_000) * bytesInMb,
    auditSink: setting('audit-sink', 'PLOMADA_AUDIT_SINK') || undefined,
    quota: Object.freeze({
      count: wholeNumber('PLOMADA_PROJECTS', setting('projects', 'PLOMADA_PROJECTS') ?? '10000', 1, 10_000_000),
      bytes: wholeNumber('PLOMADA_PROJECTS_MB', setting('projects-mb', 'PLOMADA_PROJECTS_MB') ?? '1024', 1, 1_000_000) * bytesInMb,
    }),
    generator: generatorFrom(setting, environment['PLOMADA_ASK_KEY'] || undefined),
  })
}

/** The API key comes from the environment alone: arguments are seen by every user of the machine. No fault repeats it. */
function generatorFrom(setting: (flag: string, variable: string) => string | undefined, key: string | undefined): Config['generator'] {
  const url = setting('ask-url', 'PLOMADA_ASK_URL') || undefined
  const model = setting('ask-model', 'PLOMADA_ASK_MODEL') || undefined
  const anyAddress = yesOrNo('PLOMADA_ASK_ANY_ADDRESS', setting('ask-any-address', 'PLOMADA_ASK_ANY_ADDRESS') ?? 'no')
  if ((url === undefined) !== (model === undefined)) throw new RangeError('Cannot use a generator: PLOMADA_ASK_URL and PLOMADA_ASK_MODEL go together')
  if (key !== undefined && url === undefined) throw new RangeError('Cannot use PLOMADA_ASK_KEY: PLOMADA_ASK_URL is not set')
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw new RangeError('Cannot use PLOMADA_ASK_KEY: expected visible ASCII characters only')
  if (url === undefined || model === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || /[?#]/.test(url) || `${parsed.username}${parsed.password}` !== '')
    throw new RangeError('Cannot read PLOMADA_ASK_URL: expected http(s)://host[:port][/path], with no user, query or fragment')
  if (!anyAddress && !isNear(parsed.hostname))
    throw new RangeError(
      `Cannot use PLOMADA_ASK_URL: "${parsed.hostname}" is neither localhost nor a loopback or private address; PLOMADA_ASK_ANY_ADDRESS=yes allows it`,
    )
  return { url, model, key }
}

const privateAddresses = new BlockList()
for (const [network, length] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, length, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')

/** Whether a host is this machine or on its network by its very address. A name could come to mean any; link-local addresses serve the secrets of clouds. */
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (isIP(host) !== 0 && privateAddresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
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

function yesOrNo(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new RangeError(`Cannot read ${name} "${text}": expected yes or no`)
  return text === 'yes'
}

function perUserFolder(environment: Environment): string {
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Plomada')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Plomada')
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'plomada')
}
