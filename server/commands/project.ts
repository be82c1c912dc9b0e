import { readFileSync, writeFileSync } from 'node:fs'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { errorText } from '../errors/error-text.ts'
import { commands } from '../usage/commands.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { type Answer, fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { columns } from './text-table.ts'

const address = '/api/v1/proyectos'

/** `project list | export | import | delete`: works on the projects of the data folder, also while a server uses it. */
export async function projectCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.project.options)
  const [action, which] = positionals
  const run = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined
  if (run === undefined)
    throw new UsageError({
      es: 'Falta qué hacer con los proyectos: list, export, import o delete',
      en: 'Say what to do with projects: list, export, import or delete',
    })
  if (action !== 'list' && which === undefined)
    throw new UsageError(
      action === 'import'
        ? { es: 'Falta el fichero', en: 'Name the file' }
        : { es: 'Falta el identificador del proyecto', en: 'Give the identifier of the project' },
    )
  const local = await openLocal(terminal, values, 'stored')
  try {
    const { ok, body, text } = await run(local, which ?? '', terminal)
    if (!ok) return fail(terminal, body, values.json)
    if (values.out === undefined) terminal.out(values.json ? JSON.stringify(body, null, 2) : text)
    else writeFileSync(values.out, `${text}\n`)
    return 0
  } finally {
    await local.close()
  }
}

type Done = Answer & { readonly text: string }
type Action = (local: Local, which: string, terminal: Terminal) => Promise<Done>

const actions: Readonly<Record<string, Action>> = {
  async list(local, _which, { width }) {
    const answer = await answerOf(await local.fetch(address))
    const rows = list(answer.body['items']).map((one) => rowOf(one as Json))
    if (rows.length === 0) return { ...answer, text: 'Ningún proyecto' }
    return { ...answer, text: columns(['id', 'nombre', 'expediente', 'lugar', 'comprobaciones', 'revisión', 'cambiado'], rows, width) }
  },
  async export(local, id) {
    const answer = await answerOf(await local.fetch(`${address}/${encodeURIComponent(id)}`))
    const project = answer.body['project']
    return { ok: answer.ok, body: answer.ok ? (project as Json) : answer.body, text: JSON.stringify(project, null, 2) }
  },
  async import(local, file) {
    const answer = await answerOf(await local.fetch(address, readDocument(file)))
    return { ...answer, text: String(answer.body['id']) }
  },
  async delete(local, id) {
    const answer = await answerOf(await local.fetch(`${address}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
    return { ...answer, text: `Borrado: ${id}` }
  },
}

function rowOf(line: Json): string[] {
  const { id, name, reference, place, geo_id, checks, revision, updated_at } = line
  return [id, name, reference, place ?? geo_id, checks, revision, String(updated_at).slice(0, 16).replace('T', ' ')].map(String)
}

function readDocument(file: string): Json {
  const text = readText(file)
  try {
    const parsed = parseExactJson(text.replace(/^\uFEFF/, ''))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch (error) {
    if (error instanceof RepeatedKeyError) {
      const { pointer, values } = error
      throw new UsageError({
        es: `«${file}» indica dos veces «${pointer}» con valores distintos: ${values.join(' y ')}`,
        en: `"${file}" states "${pointer}" twice with different values: ${values.join(' and ')}`,
      })
    }
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError({
    es: `«${file}» no es un proyecto exportado: se espera un objeto JSON`,
    en: `"${file}" is not an exported project: expected a JSON object`,
  })
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const why = errorText(error)
    throw new UsageError({ es: `No se puede leer «${file}». ${why.es}`, en: `Cannot read "${file}". ${why.en}` })
  }
}
