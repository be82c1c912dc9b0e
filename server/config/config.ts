import { bytesInMb, defaultPackFile, defaultPagesFolder, defaultTrustFolder, perUserFolder } from './defaults.ts'
import type { Environment } from './environment.ts'
import { type GeneratorSettings, readGenerator } from './generator.ts'
import { wholeNumber, yesOrNo } from './setting.ts'

/** All that the process may read, write and listen on. Read once, at start. */
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
  readonly generator: GeneratorSettings | undefined
}

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
    generator: readGenerator(setting, environment['PLOMADA_ASK_KEY'] || undefined),
  })
}
