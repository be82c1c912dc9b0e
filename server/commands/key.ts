import { auditSubject, type Key, type WantedKey } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { readConfig } from '../config/config.ts'
import type { Language } from '../errors/language.ts'
import { defaultDays, defaultScopes, isLimitedAdmin, scopes as knownScopes } from '../operations/operation.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { auditAct, strictForTerminal } from './audit-act.ts'
import { openState } from './open-state.ts'
import { showResult } from './show-result.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { columns, oneLine } from './text-table.ts'

const parsed = (args: readonly string[]) => parse(args, commands.key.options)
type Values = ReturnType<typeof parsed>['values']

interface Asked {
  readonly store: Store
  readonly values: Values
  /** Number, prefix or name of a key. */
  readonly which: string | undefined
  readonly terminal: Terminal
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
    if (act === undefined) throw wrongAction('key', action, { es: 'las claves', en: 'keys' })
    // Where the audit is strict the line is written with the change.
    const audited = async (key: Key): Promise<void> => {
      if (store === opened) await auditAct(store, { operation: `key ${action}`, subject: auditSubject(key) }, terminal)
    }
    const [value, text] = await act({ store, values, which, terminal, audited })
    showResult(terminal, values)(value, text)
    return 0
  } finally {
    await store.close()
  }
}

const headings = {
  es: ['n.º', 'nombre', 'empieza', 'permisos', 'alcance', 'grupo', 'creada', 'caduca', 'último uso', 'estado'],
  en: ['no.', 'name', 'begins', 'scopes', 'reach', 'group', 'made', 'expires', 'last used', 'state'],
} as const
const actions: Readonly<Record<string, (asked: Asked) => Promise<Answer>>> = {
  async add({ store, values, terminal, audited }) {
    const issued = await store.keys.issue(await wantedKey(store, values))
    await audited(issued.key)
    const kept = { es: 'Guárdela: no se vuelve a mostrar.', en: 'Keep it: it is not shown again.' }[terminal.language]
    return [{ key: issued.text, ...issued.key }, `${issued.text}\n\n${kept} ${describe(issued.key, terminal.language)}`]
  },
  async list({ store, values: { group }, terminal: { language, width } }) {
    const all = (await store.keys.list()).filter((key) => group === undefined || key.group === group)
    if (all.length === 0) return [all, { es: 'No hay ninguna clave', en: 'There is no key' }[language]]
    return [
      all,
      columns(
        headings[language],
        all.map((key) => rowOf(key, language)),
        width,
      ),
    ]
  },
  async revoke({ store: { keys }, values: { group }, which, terminal: { language }, audited }) {
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
    return [
      inGroup === undefined ? revoked[0] : revoked,
      revoked.map((key) => `${{ es: 'Revocada', en: 'Revoked' }[language]}: ${describe(key, language)}`).join('\n'),
    ]
  },
  async rotate({ store, which, terminal: { language }, audited }) {
    const issued = which === undefined ? undefined : await store.keys.rotate(which)
    if (issued === undefined) throw noSuchKey(which)
    await audited(issued.key)
    return [
      { key: issued.text, ...issued.key },
      `${issued.text}\n\n${{ es: 'Sustituye a la anterior, ya revocada.', en: 'It replaces the one before, which is revoked.' }[language]} ${describe(issued.key, language)}`,
    ]
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
export function describe(key: Key, language: Language): string {
  const [id, name, scopes, reach] = [key.id, oneLine(key.name), key.scopes.join(', '), reachOf(key, language)]
  const expires = key.expires_at?.slice(0, 10)
  const group = key.group === null ? undefined : oneLine(key.group)
  return {
    es: `«${name}» (n.º ${id})${group === undefined ? '' : `, del grupo «${group}»`}, permisos: ${scopes}; ${reach}; ${expires === undefined ? 'no caduca' : `caduca el ${expires}`}`,
    en: `"${name}" (no. ${id})${group === undefined ? '' : `, of group "${group}"`}, scopes: ${scopes}; ${reach}; ${expires === undefined ? 'never expires' : `expires on ${expires}`}`,
  }[language]
}

/** What a key may do with projects, in words. */
function reachOf({ projects, reading_only }: Key, language: Language): string {
  const [all, only, unchanged] = { es: ['todos los proyectos', 'solo', ', sin cambiarlos'], en: ['all projects', 'only', ', without changing them'] }[
    language
  ]
  return `${projects === null ? all : `${only} ${projects.join(', ')}`}${reading_only ? unchanged : ''}`
}

function rowOf(key: Key, language: Language): string[] {
  const day = (moment: string): string => moment.slice(0, 10)
  return [
    String(key.id),
    key.name,
    key.prefix,
    key.scopes.join(', '),
    reachOf(key, language),
    key.group ?? '',
    day(key.created_at),
    key.expires_at === null ? { es: 'nunca', en: 'never' }[language] : day(key.expires_at),
    key.last_used_at?.slice(0, 16).replace('T', ' ') ?? '—',
    stateOf(key, language),
  ]
}

function stateOf({ revoked_at, expires_at }: Key, language: Language): string {
  if (revoked_at !== null) return `${{ es: 'revocada', en: 'revoked' }[language]} ${revoked_at.slice(0, 10)}`
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return { es: 'caducada', en: 'expired' }[language]
  return { es: 'en vigor', en: 'in force' }[language]
}
