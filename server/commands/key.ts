import { auditSubject, type Key, type WantedKey } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { readConfig } from '../config/config.ts'
import { defaultDays, defaultScopes, isLimitedAdmin, scopes as knownScopes } from '../operations/operation.ts'
import { commands } from '../usage/commands.ts'
import { auditAct, strictForTerminal } from './audit-act.ts'
import { openState } from './open-state.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { columns, oneLine } from './text-table.ts'

const parsed = (args: readonly string[]) => parse(args, commands.key.options)
type Values = ReturnType<typeof parsed>['values']

interface Asked {
  readonly store: Store
  readonly values: Values
  /** Number, prefix or name of a key. */
  readonly which: string | undefined
  /** Columns of the terminal, if it is one. */
  readonly width: number | undefined
  audited(key: Key): Promise<void>
}
/** The answer as JSON and as text. */
type Answer = readonly [value: unknown, text: string]

/** `key add | list | revoke | rotate` */
export async function keyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parsed(args)
  const [action, which] = positionals
  const opened = await openState(readConfig(terminal.environment, flagsOf(values)))
  const store = strictForTerminal(opened, `key ${action}`)
  try {
    const act = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined
    if (act === undefined)
      throw new UsageError({
        es: 'Falta qué hacer con las claves: add, list, revoke o rotate',
        en: 'Say what to do with keys: add, list, revoke or rotate',
      })
    // Where the audit is strict the line is written with the change.
    const audited = async (key: Key): Promise<void> => {
      if (store === opened) await auditAct(store, { operation: `key ${action}`, subject: auditSubject(key) }, terminal)
    }
    const [value, text] = await act({ store, values, which, width: terminal.width, audited })
    terminal.out(values.json ? JSON.stringify(value, null, 2) : text)
    return 0
  } finally {
    await store.close()
  }
}

const headings = ['n.º', 'nombre', 'empieza', 'permisos', 'alcance', 'grupo', 'creada', 'caduca', 'último uso', 'estado']
const actions: Readonly<Record<string, (asked: Asked) => Promise<Answer>>> = {
  async add({ store, values, audited }) {
    const issued = await store.keys.issue(await wantedKey(store, values))
    await audited(issued.key)
    return [{ key: issued.text, ...issued.key }, `${issued.text}\n\nGuárdela: no se vuelve a mostrar. ${describe(issued.key)}`]
  },
  async list({ store, values: { group }, width }) {
    const all = (await store.keys.list()).filter((key) => group === undefined || key.group === group)
    return [all, columns(headings, all.map(rowOf), width)]
  },
  async revoke({ store: { keys }, values: { group }, which, audited }) {
    const inGroup = group === undefined ? undefined : (await keys.list()).filter((key) => key.group === group && key.revoked_at === null)
    if (inGroup !== undefined && which !== undefined) throw bothKeyAndGroup()
    if (inGroup?.length === 0) throw emptyGroup(group)
    const revoked: Key[] = []
    for (const one of inGroup?.map(({ id }) => String(id)) ?? [which ?? '']) {
      const key = await keys.revoke(one)
      if (key === undefined) throw noSuchKey(which)
      await audited(key)
      revoked.push(key)
    }
    return [inGroup === undefined ? revoked[0] : revoked, revoked.map((key) => `Revocada: ${describe(key)}`).join('\n')]
  },
  async rotate({ store, which, audited }) {
    const issued = which === undefined ? undefined : await store.keys.rotate(which)
    if (issued === undefined) throw noSuchKey(which)
    await audited(issued.key)
    return [{ key: issued.text, ...issued.key }, `${issued.text}\n\nSustituye a la anterior, ya revocada. ${describe(issued.key)}`]
  },
}

/** What the flags ask for. Throws `UsageError` where they cannot be. */
async function wantedKey({ projects }: Store, { name, scope, expires, project, reading, group }: Values): Promise<WantedKey> {
  if (name === undefined || name.trim() === '')
    throw new UsageError({
      es: 'Falta --name: el nombre con el que reconocerá la clave',
      en: 'Give --name: the name that you will know the key by',
    })
  for (const [flag, text] of [
    ['--name', name],
    ['--group', group ?? ''],
  ])
    if (oneLine(text?.trim() ?? '') !== text?.trim())
      throw new UsageError({
        es: `El nombre de ${flag} lleva saltos de línea o caracteres de control: escríbalo en una línea`,
        en: `${flag} has line breaks or control characters: write it on one line`,
      })
  const scopes = readScopes(scope)
  if (isLimitedAdmin({ scopes, projects: project ?? null, reading_only: reading }))
    throw new UsageError({
      es: 'Una clave que administra no puede llevar --project ni --reading: puede crear otras sin límite',
      en: 'A key that administers takes no --project and no --reading: it can issue others without limits',
    })
  for (const id of project ?? [])
    if ((await projects.get(id)) === undefined)
      throw new UsageError({
        es: `--project: no hay ningún proyecto «${id}»; «plomada project list» los enumera`,
        en: `--project: there is no project "${id}"; "plomada project list" lists them`,
      })
  const expiresAt = expiryFrom(expires, new Date())
  return { name: name.trim(), scopes, expiresAt, projects: project ?? null, readingOnly: reading, group: group?.trim() || null }
}

function bothKeyAndGroup(): UsageError {
  return new UsageError({ es: 'Se pide una clave y también un grupo: diga cuál de los dos', en: 'A key and a group are given: say which of the two' })
}

function emptyGroup(group = ''): UsageError {
  return new UsageError({ es: `Ninguna clave en vigor es del grupo «${group}»`, en: `No key in force is of group "${group}"` })
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

/** A key in one sentence. */
export function describe(key: Key): string {
  const group = key.group === null ? '' : `, del grupo «${oneLine(key.group)}»`
  return `«${oneLine(key.name)}» (n.º ${key.id})${group}, permisos: ${key.scopes.join(', ')}; ${reachOf(key)}; ${key.expires_at === null ? 'no caduca' : `caduca el ${key.expires_at.slice(0, 10)}`}`
}

/** What a key may do with projects, in words. */
function reachOf({ projects, reading_only }: Key): string {
  const which = projects === null ? 'todos los proyectos' : `solo ${projects.join(', ')}`
  return reading_only ? `${which}, sin cambiarlos` : which
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
    reachOf(key),
    key.group ?? '',
    key.created_at.slice(0, 10),
    key.expires_at?.slice(0, 10) ?? 'nunca',
    key.last_used_at?.slice(0, 16).replace('T', ' ') ?? '—',
    state,
  ]
}
