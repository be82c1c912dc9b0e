import { writeFileSync } from 'node:fs'
import type { Language } from '../errors/language.ts'
import { listDeletedProjects } from '../operations/list-deleted-projects.ts'
import { listProjects } from '../operations/list-projects.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { answerCsv } from './answer-text.ts'
import { listFields } from './list-fields.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { type Answer, fail, type Json, list } from './problem-text.ts'
import { readProjectFile } from './project-file.ts'
import { exportProject, importProject } from './project-transfer.ts'
import { projectWords, quotedIn } from './project-words.ts'
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
  const local = await openLocal(terminal, values, 'stored')
  try {
    const { ok, body, text } = await run(local, which ?? '', terminal, revision)
    if (!ok) return fail(terminal, body, values.json)
    const written = values.csv ? projectCsv(action ?? '', body) : text
    if (values.out === undefined) terminal.out(values.json ? JSON.stringify(body, null, 2) : written)
    else writeFileSync(values.out, `${written}\n`)
    return 0
  } finally {
    await local.close()
  }
}

/** What an action answered as a table: its list, the checks of a project, or one row. */
function projectCsv(action: string, body: Json): string {
  if (action === 'list') return answerCsv(body, listFields(listProjects.output))
  if (action === 'bin') return answerCsv(body, listFields(listDeletedProjects.output))
  if (action === 'export') return answerCsv({ items: body['checks'] })
  return answerCsv(action === 'history' ? body : { items: [body] })
}

type Done = Answer & { readonly text: string }
type Action = (local: Local, which: string, terminal: Terminal, revision: string | undefined) => Promise<Done>

const actions: Readonly<Record<string, Action>> = {
  async list(local, _which, { width, language }) {
    const answer = await answerOf(await local.fetch(address))
    const rows = list(answer.body['items']).map((one) => rowOf(one as Json))
    if (rows.length === 0) return { ...answer, text: projectWords[language].none }
    return { ...answer, text: columns(projectWords[language].list, rows, width) }
  },
  async export(local, id) {
    const answer = await exportProject(local, `${address}/${encodeURIComponent(id)}`)
    return { ...answer, text: JSON.stringify(answer.body, null, 2) }
  },
  async import(local, file, { language }) {
    const answer = await importProject(local, readProjectFile(file), language)
    return { ...answer, text: String(answer.body['id']) }
  },
  async delete(local, id, { language }) {
    const answer = await answerOf(await local.fetch(`${address}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
    return { ...answer, text: projectWords[language].deleted(id) }
  },
  async history(local, id, { width, language }, wanted) {
    const path = `${address}/${encodeURIComponent(id)}/revisiones`
    if (wanted !== undefined) {
      const answer = await answerOf(await local.fetch(`${path}/${encodeURIComponent(wanted)}/cambios`))
      return {
        ...answer,
        text: list(answer.body['changes'])
          .map((change) => changeText(change, language))
          .join('\n'),
      }
    }
    const answer = await answerOf(await local.fetch(path))
    const rows = list(answer.body['items']).map((one) => {
      const { revision, at, by, photos } = one as Json
      return [String(revision), moment(at), authorText(by, language), photos === null ? projectWords[language].unknown : String(photos)]
    })
    return { ...answer, text: columns(projectWords[language].history, rows, width) }
  },
  async undo(local, id, { language }, wanted) {
    const path = `${address}/${encodeURIComponent(id)}`
    const now = await answerOf(await local.fetch(path))
    if (!now.ok) return { ...now, text: '' }
    const current = Number(now.body['revision'])
    const revision = wanted ?? String(current - 1)
    const answer = await answerOf(await local.fetch(`${path}/revisiones/${encodeURIComponent(revision)}/restaurar`, { current }))
    return { ...answer, text: projectWords[language].undone(revision, String(answer.body['revision'])) }
  },
  async bin(local, _which, { width, language }) {
    const answer = await answerOf(await local.fetch(bin))
    const rows = list(answer.body['items']).map((one) => {
      const { id, name, deleted_at, deleted_by, gone_at } = one as Json
      return [String(id), String(name), moment(deleted_at), authorText(deleted_by, language), moment(gone_at)]
    })
    return { ...answer, text: rows.length === 0 ? projectWords[language].emptyBin : columns(projectWords[language].bin, rows, width) }
  },
  async recover(local, id, { language }) {
    const answer = await answerOf(await local.fetch(`${bin}/${encodeURIComponent(id)}/recuperar`, {}))
    return { ...answer, text: projectWords[language].recovered(id) }
  },
  async erase(local, id, { language }) {
    const answer = await answerOf(await local.fetch(`${bin}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
    return { ...answer, text: projectWords[language].erased(id) }
  },
}

function moment(at: unknown): string {
  return String(at).slice(0, 16).replace('T', ' ')
}

/** One change between two revisions, on a line. */
function changeText(change: unknown, language: Language): string {
  const { path, kind, before, after } = change as Json
  const at = list(path).join(' › ')
  const [was, is] = [before, after].map((value) => (typeof value === 'string' ? quotedIn[language](value) : JSON.stringify(value)))
  const { added, removed, moved, changed } = projectWords[language]
  if (kind === 'added') return `${added}   ${at}: ${is}`
  if (kind === 'removed') return `${removed}   ${at}: ${was}`
  return kind === 'moved' ? `${moved}   ${at}` : `${changed}   ${at}: ${was} → ${is}`
}

/** Who changed a project, in words. */
function authorText(by: unknown, language: Language): string {
  if (by === null) return projectWords[language].unknown
  const { kind, id, name } = by as Json
  return kind === 'key' ? projectWords[language].key(String(name), String(id)) : projectWords[language].here
}

function rowOf(line: Json): string[] {
  const { id, name, reference, place, geo_id, checks, revision, updated_at } = line
  return [id, name, reference, place ?? geo_id, checks, revision, moment(updated_at)].map(String)
}
