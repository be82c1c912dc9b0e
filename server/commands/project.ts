import { writeFileSync } from 'node:fs'
import { commands } from '../usage/commands.ts'
import { onlyForLists, wrongAction } from './actions.ts'
import { answerCsv } from './answer-text.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { type Answer, fail, type Json, list } from './problem-text.ts'
import { readProjectFile } from './project-file.ts'
import { exportProject, importProject } from './project-transfer.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { columns } from './text-table.ts'

const address = '/api/v1/proyectos'
const bin = '/api/v1/papelera'

/** `project list | export | import | delete | history | undo | bin | recover | erase`: works on the projects of the data folder, also while a server uses it. */
export async function projectCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.project.options)
  const [action, which, revision] = positionals
  const run = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined
  if (run === undefined) throw wrongAction('project', action, { es: 'los proyectos', en: 'projects' })
  if (action !== 'list' && action !== 'bin' && which === undefined)
    throw new UsageError(
      action === 'import'
        ? { es: 'Falta el fichero', en: 'Name the file' }
        : { es: 'Falta el identificador del proyecto', en: 'Give the identifier of the project' },
    )
  onlyForLists(values.csv, 'project', { action, lists: ['list', 'history', 'bin'] })
  const local = await openLocal(terminal, values, 'stored')
  try {
    const { ok, body, text } = await run(local, which ?? '', terminal, revision)
    if (!ok) return fail(terminal, body, values.json)
    const written = values.csv && !values.json ? answerCsv(body) : text
    if (values.out === undefined) terminal.out(values.json ? JSON.stringify(body, null, 2) : written)
    else writeFileSync(values.out, `${written}\n`)
    return 0
  } finally {
    await local.close()
  }
}

type Done = Answer & { readonly text: string }
type Action = (local: Local, which: string, terminal: Terminal, revision: string | undefined) => Promise<Done>

const actions: Readonly<Record<string, Action>> = {
  async list(local, _which, { width }) {
    const answer = await answerOf(await local.fetch(address))
    const rows = list(answer.body['items']).map((one) => rowOf(one as Json))
    if (rows.length === 0) return { ...answer, text: 'Ningún proyecto' }
    return { ...answer, text: columns(['id', 'nombre', 'expediente', 'lugar', 'comprobaciones', 'revisión', 'cambiado'], rows, width) }
  },
  async export(local, id) {
    const answer = await exportProject(local, `${address}/${encodeURIComponent(id)}`)
    return { ...answer, text: JSON.stringify(answer.body, null, 2) }
  },
  async import(local, file, { language }) {
    const answer = await importProject(local, readProjectFile(file), language)
    return { ...answer, text: String(answer.body['id']) }
  },
  async delete(local, id) {
    const answer = await answerOf(await local.fetch(`${address}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
    return { ...answer, text: `En la papelera: ${id}` }
  },
  async history(local, id, { width }, wanted) {
    const path = `${address}/${encodeURIComponent(id)}/revisiones`
    if (wanted !== undefined) {
      const answer = await answerOf(await local.fetch(`${path}/${encodeURIComponent(wanted)}/cambios`))
      return { ...answer, text: list(answer.body['changes']).map(changeText).join('\n') }
    }
    const answer = await answerOf(await local.fetch(path))
    const rows = list(answer.body['items']).map((one) => {
      const { revision, at, by, photos } = one as Json
      return [String(revision), moment(at), authorText(by), photos === null ? 'no consta' : String(photos)]
    })
    return { ...answer, text: columns(['revisión', 'escrita', 'por', 'fotografías'], rows, width) }
  },
  async undo(local, id, _terminal, wanted) {
    const path = `${address}/${encodeURIComponent(id)}`
    const now = await answerOf(await local.fetch(path))
    if (!now.ok) return { ...now, text: '' }
    const current = Number(now.body['revision'])
    const revision = wanted ?? String(current - 1)
    const answer = await answerOf(await local.fetch(`${path}/revisiones/${encodeURIComponent(revision)}/restaurar`, { current }))
    return { ...answer, text: `Dice otra vez lo de la revisión ${revision}; es la ${String(answer.body['revision'])}` }
  },
  async bin(local, _which, { width }) {
    const answer = await answerOf(await local.fetch(bin))
    const rows = list(answer.body['items']).map((one) => {
      const { id, name, deleted_at, deleted_by, gone_at } = one as Json
      return [String(id), String(name), moment(deleted_at), authorText(deleted_by), moment(gone_at)]
    })
    return { ...answer, text: rows.length === 0 ? 'La papelera está vacía' : columns(['id', 'nombre', 'eliminado', 'por', 'se borra'], rows, width) }
  },
  async recover(local, id) {
    const answer = await answerOf(await local.fetch(`${bin}/${encodeURIComponent(id)}/recuperar`, {}))
    return { ...answer, text: `Recuperado: ${id}` }
  },
  async erase(local, id) {
    const answer = await answerOf(await local.fetch(`${bin}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
    return { ...answer, text: `Borrado para siempre: ${id}` }
  },
}

function moment(at: unknown): string {
  return String(at).slice(0, 16).replace('T', ' ')
}

/** One change between two revisions, on a line. */
function changeText(change: unknown): string {
  const { path, kind, before, after } = change as Json
  const at = list(path).join(' › ')
  const [was, is] = [before, after].map((value) => (typeof value === 'string' ? `«${value}»` : JSON.stringify(value)))
  if (kind === 'added') return `añadido   ${at}: ${is}`
  if (kind === 'removed') return `quitado   ${at}: ${was}`
  return kind === 'moved' ? `en otro orden   ${at}` : `cambiado   ${at}: ${was} → ${is}`
}

/** Who changed a project, in words. */
function authorText(by: unknown): string {
  if (by === null) return 'no consta'
  const { kind, id, name } = by as Json
  return kind === 'key' ? `${String(name)} (clave n.º ${String(id)})` : 'este equipo'
}

function rowOf(line: Json): string[] {
  const { id, name, reference, place, geo_id, checks, revision, updated_at } = line
  return [id, name, reference, place ?? geo_id, checks, revision, moment(updated_at)].map(String)
}
