import { hostname } from 'node:os'
import { OperatorError } from '../errors/operator-error.ts'
import { auditRules, type SyslogSetting, syslogAddress } from './audit.ts'
import { type BackupSettings, readBackupSettings } from './backup.ts'
import { bytesInMb, defaultPackFile, defaultPagesFolder, defaultTrustFolder, perUserFolder } from './defaults.ts'
import type { Environment } from './environment.ts'
import { type LanguageModelSettings, readLanguageModel } from './language-model.ts'
import { listOf, networks, nodeNameFrom, oneOf, postgresUrl, wholeNumber, workersFrom, yesOrNo } from './setting.ts'

/** Every setting of the process. Read once, at start. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Folder of the writable database; created at first start. */
  readonly dataFolder: string
  /** The pack, opened read-only. */
  readonly packFile: string
  /** `asked`: the operator named the pack. `shipped`: it is the one that comes with the program, and an installed pack replaces it. */
  readonly packFileIs: 'asked' | 'shipped'
  /** Folder of the public keys that come with the program. Packs signed with one of them are accepted. */
  readonly trustFolder: string
  /** Folder of the built pages. If it has none, only the API answers. */
  readonly pagesFolder: string
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Host names that the `Host` header may have, besides loopback and private addresses. */
  readonly allowedHosts: readonly string[]
  /** Rate limit of a key: requests a minute. */
  readonly ratePerMinute: number
  /** True to serve the private network, over TLS. */
  readonly lan: boolean
  /** True to allow listening beyond this machine without TLS. */
  readonly insecureHttp: boolean
  /** Days that lines of the audit are kept; 0 keeps them all. */
  readonly auditDays: number
  /** Largest size of the audit, in bytes: above it, the oldest files are deleted. 0 keeps them all. */
  readonly auditBytes: number
  /** A second file that every line of the audit is appended to. */
  readonly auditSink: string | undefined
  /** A syslog server that every line of the audit is sent to. */
  readonly auditSyslog: SyslogSetting | undefined
  /** What happens to a request whose line of the audit cannot be written. */
  readonly auditRule: (typeof auditRules)[number]
  /** Encrypted backups; undefined if none are set. */
  readonly backup: BackupSettings | undefined
  /** Most projects, and most bytes of all of them. One key may have a tenth of each. */
  readonly quota: { readonly count: number; readonly bytes: number }
  /** Address of the PostgreSQL database that several nodes share; undefined if the state is in the data folder. It may have a password. */
  readonly stateUrl: string | undefined
  /** Name of this node among those that share a database. */
  readonly nodeName: string
  /** Processes that share the port and the store. */
  readonly workers: number
  /** Networks of the reverse proxies whose word is taken on the address of a caller, in CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** The language model that may reword answers of `ask`, if the operator set one. Nothing else is ever called. */
  readonly languageModel: LanguageModelSettings | undefined
}

/** Reads the configuration from flags, then the environment, then defaults. Throws `OperatorError` with the name of the wrong setting. */
export function readConfig(environment: Environment, flags: Environment = {}): Config {
  const setting = (flag: string, variable: string): string | undefined => flags[flag] ?? environment[variable]
  const certFile = setting('tls-cert', 'PLOMADA_TLS_CERT')
  const keyFile = setting('tls-key', 'PLOMADA_TLS_KEY')
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new OperatorError({
      es: 'No se puede usar TLS: PLOMADA_TLS_CERT y PLOMADA_TLS_KEY van juntos',
      en: 'Cannot use TLS: PLOMADA_TLS_CERT and PLOMADA_TLS_KEY go together',
    })
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
    allowedHosts: listOf(setting('allow-host', 'PLOMADA_ALLOW_HOST')),
    stateUrl: postgresUrl('PLOMADA_STATE_URL', environment['PLOMADA_STATE_URL'] || undefined),
    nodeName: nodeNameFrom('PLOMADA_NODE', setting('node', 'PLOMADA_NODE') ?? hostname()),
    workers: workersFrom('PLOMADA_WORKERS', setting('workers', 'PLOMADA_WORKERS') ?? '1'),
    trustedProxies: networks('PLOMADA_TRUST_PROXY', listOf(setting('trust-proxy', 'PLOMADA_TRUST_PROXY'))),
    ratePerMinute: wholeNumber('PLOMADA_RATE', setting('rate', 'PLOMADA_RATE') ?? '600', 1, 1_000_000),
    lan: yesOrNo('PLOMADA_LAN', setting('lan', 'PLOMADA_LAN') ?? 'no'),
    insecureHttp: yesOrNo('PLOMADA_INSECURE_HTTP', setting('insecure-http', 'PLOMADA_INSECURE_HTTP') ?? 'no'),
    auditDays: wholeNumber('PLOMADA_AUDIT_DAYS', setting('audit-days', 'PLOMADA_AUDIT_DAYS') ?? '365', 0, 36_500),
    auditBytes: wholeNumber('PLOMADA_AUDIT_MB', setting('audit-mb', 'PLOMADA_AUDIT_MB') ?? '8192', 0, 10_000_000) * bytesInMb,
    auditSink: setting('audit-sink', 'PLOMADA_AUDIT_SINK') || undefined,
    auditSyslog: syslogAddress('PLOMADA_AUDIT_SYSLOG', setting('audit-syslog', 'PLOMADA_AUDIT_SYSLOG') || undefined),
    auditRule: oneOf('PLOMADA_AUDIT', setting('audit', 'PLOMADA_AUDIT') ?? 'relaxed', auditRules),
    backup: readBackupSettings(setting, environment),
    quota: Object.freeze({
      count: wholeNumber('PLOMADA_PROJECTS', setting('projects', 'PLOMADA_PROJECTS') ?? '10000', 1, 10_000_000),
      bytes: wholeNumber('PLOMADA_PROJECTS_MB', setting('projects-mb', 'PLOMADA_PROJECTS_MB') ?? '1024', 1, 1_000_000) * bytesInMb,
    }),
    languageModel: readLanguageModel(setting, environment['PLOMADA_ASK_KEY'] || undefined),
  })
}
