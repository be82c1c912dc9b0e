import { OperatorError } from '../errors/operator-error.ts'

/** What happens to a request whose line of the audit cannot be written, as `AuditRule` of the store. */
export const auditRules = ['relaxed', 'strict', 'strict-sinks'] as const

/** Where a syslog server listens. */
export type SyslogSetting =
  | { readonly transport: 'udp' | 'tcp'; readonly host: string; readonly port: number }
  | { readonly transport: 'unix'; readonly path: string }

/** Reads the address of a syslog server. Throws `OperatorError` with the name of the setting. */
export function syslogAddress(name: string, text: string | undefined): SyslogSetting | undefined {
  if (text === undefined) return undefined
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1]
  if (path !== undefined) return { transport: 'unix', path }
  const [, transport, host = '', digits = ''] = /^(udp|tcp):\/\/(\[[0-9a-f:]+\]|[^\s:/@]+):(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if ((transport === 'udp' || transport === 'tcp') && port > 0 && port < 65_536) return { transport, host: host.replace(/^\[(.*)\]$/, '$1'), port }
  throw new OperatorError({
    es: `No se entiende ${name} «${text}»: se espera udp://equipo:514, tcp://equipo:601 o unix:/ruta/del/socket`,
    en: `Cannot read ${name} "${text}": expected udp://host:514, tcp://host:601 or unix:/path/of/the/socket`,
  })
}
