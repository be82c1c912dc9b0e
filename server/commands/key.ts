import { auditSubject, type Key } from '../access/key.ts'
import { readConfig } from '../config/config.ts'
import { defaultDays, defaultScopes, scopes as knownScopes } from '../operations/operation.ts'
import { commands } from '../usage/commands.ts'
import { auditAct } from './audit-act.ts'
import { openState } from './open-state.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { columns, oneLine } from './text-table.ts'

/** `key add | list | revoke | rotate` */
export async function keyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.key.options)
  const [action, which] = positionals
  const config = readConfig(terminal.environment, flagsOf(values))
  const store = await openState(config)
  const { keys } = store
  try {
    const audited = (key: Key): Promise<void> => auditAct(store, { operation: `key ${action}`, subject: auditSubject(key) }, terminal)
    const show = (value: unknown, text: string): number => {
      terminal.out(values.json ? JSON.stringify(value, null, 2) : text)
      return 0
    }
    switch (action) {
      case 'add': {
        if (values.name === undefined || values.name.trim() === '')
          throw new UsageError({
            es: 'Falta --name: el nombre con el que reconocerá la clave',
            en: 'Give --name: the name that you will know the key by',
          })
        if (oneLine(values.name.trim()) !== values.name.trim())
          throw new UsageError({
            es: 'El nombre de --name lleva saltos de línea o caracteres de control: escríbalo en una línea',
            en: '--name has line breaks or control characters: write it on one line',
          })
        const issued = await keys.issue({
          name: values.name.trim(),
          scopes: readScopes(values.scope),
          expiresAt: expiryFrom(values.expires, new Date()),
        })
        await audited(issued.key)
        return show({ key: issued.text, ...issued.key }, `${issued.text}\n\nGuárdela: no se vuelve a mostrar. ${describe(issued.key)}`)
      }
      case 'list': {
        const all = await keys.list()
        return show(
          all,
          columns(['n.º', 'nombre', 'empieza', 'permisos', 'creada', 'caduca', 'último uso', 'estado'], all.map(rowOf), terminal.width),
        )
      }
      case 'revoke': {
        const revoked = which === undefined ? undefined : await keys.revoke(which)
        if (revoked === undefined) throw noSuchKey(which)
        await audited(revoked)
        return show(revoked, `Revocada: ${describe(revoked)}`)
      }
      case 'rotate': {
        const issued = which === undefined ? undefined : await keys.rotate(which)
        if (issued === undefined) throw noSuchKey(which)
        await audited(issued.key)
        return show({ key: issued.text, ...issued.key }, `${issued.text}\n\nSustituye a la anterior, ya revocada. ${describe(issued.key)}`)
      }
      default:
        throw new UsageError({
          es: 'Falta qué hacer con las claves: add, list, revoke o rotate',
          en: 'Say what to do with keys: add, list, revoke or rotate',
        })
    }
  } finally {
    await store.close()
  }
}

function noSuchKey(which = ''): UsageError {
  return new UsageError({
    es: `No hay ninguna clave «${which}»: indique su número, su comienzo o su nombre`,
    en: `There is no key "${which}": give its number, how it begins, or its name`,
  })
}

function readScopes(text: string | undefined): string[] {
  const wanted = text === undefined ? [...defaultScopes] : text.split(',').map((one) => one.trim())
  const unknown = wanted.filter((one) => !knownScopes.some((scope) => scope === one))
  if (unknown.length > 0)
    throw new UsageError({
      es: `Permiso desconocido: ${unknown.join(', ')}; los hay: ${knownScopes.join(', ')}`,
      en: `Unknown scope: ${unknown.join(', ')}; expected: ${knownScopes.join(', ')}`,
    })
  return [...new Set(wanted)]
}

/** Reads `--expires`: `90d`, `12h`, an ISO date, or `never`; by default a year from now. */
function expiryFrom(text: string | undefined, now: Date): Date | null {
  if (text === 'never') return null
  const term = /^(\d{1,5})([dh])$/.exec(text ?? `${defaultDays}d`)
  if (term !== null) return new Date(now.getTime() + Number(term[1]) * (term[2] === 'd' ? 86_400_000 : 3_600_000))
  const date = new Date(`${text}T23:59:59Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || Number.isNaN(date.getTime()) || date <= now)
    throw new UsageError({
      es: `No se entiende --expires «${text}»: se espera 90d, 12h, una fecha futura o never`,
      en: `Cannot read --expires "${text}": expected 90d, 12h, a future date or never`,
    })
  return date
}

function describe(key: Key): string {
  return `«${oneLine(key.name)}» (n.º ${key.id}), permisos: ${key.scopes.join(', ')}; ${key.expires_at === null ? 'no caduca' : `caduca el ${key.expires_at.slice(0, 10)}`}`
}

function rowOf(key: Key): string[] {
  const state =
    key.revoked_at !== null
      ? `revocada ${key.revoked_at.slice(0, 10)}`
      : key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()
        ? 'caducada'
        : 'en vigor'
  return [
    String(key.id),
    key.name,
    key.prefix,
    key.scopes.join(','),
    key.created_at.slice(0, 10),
    key.expires_at?.slice(0, 10) ?? 'nunca',
    key.last_used_at?.slice(0, 16).replace('T', ' ') ?? '—',
    state,
  ]
}
