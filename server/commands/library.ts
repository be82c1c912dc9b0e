import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { errorText } from '../errors/error-text.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { LibraryDocument } from '../library/library.ts'
import { LibraryError } from '../library/library-error.ts'
import { formats } from '../library/text/read-page.ts'
import { libraryBody } from '../operations/library-fields.ts'
import { listLibrary } from '../operations/list-library.ts'
import { search } from '../operations/search.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { answerCsv } from './answer-text.ts'
import { auditAct } from './audit-act.ts'
import { documentRow, headings, pagesWithout } from './library-text.ts'
import { listFields } from './list-fields.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { numberOf } from './number-flag.ts'
import { fail, type Json, list } from './problem-text.ts'
import { searchText } from './query.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { columns, foldedText } from './text-table.ts'
import { progressLine } from './time-left.ts'

const address = '/api/v1/biblioteca'

/** `library add | list | remove | search`: the documents of the data folder, also while a server uses it. */
export async function libraryCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.library.options)
  const [action = '', ...operands] = positionals
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (run === undefined) throw wrongAction('library', positionals[0], { es: 'la biblioteca', en: 'the library' })
  if (action !== 'list' && operands.length === 0) throw new UsageError(missing[action] ?? { es: '', en: '' })
  const local = await openLocal(terminal, values, 'stored')
  try {
    return await run({ local, terminal, operands, values })
  } finally {
    await local.close()
  }
}

const missing: Readonly<Record<string, { readonly es: string; readonly en: string }>> = {
  add: { es: 'Falta qué añadir: ficheros o carpetas', en: 'Say what to add: files or folders' },
  remove: { es: 'Falta el identificador del documento: lo dice «library list»', en: 'Give the identifier of the document: "library list" tells it' },
  search: { es: 'Faltan las palabras que buscar', en: 'Give the words to search for' },
}

interface Run {
  readonly local: Local
  readonly terminal: Terminal
  readonly operands: readonly string[]
  readonly values: {
    readonly json: boolean
    readonly csv: boolean
    readonly progress: boolean
    readonly title?: string | undefined
    readonly limit?: string | undefined
  }
}

const actions: Readonly<Record<string, (run: Run) => Promise<number>>> = {
  add: addAll,
  async list({ local, terminal, values }) {
    const { ok, body } = await answerOf(await local.fetch(address))
    if (!ok) return fail(terminal, body, values.json)
    if (values.csv) {
      terminal.out(answerCsv(body, listFields(listLibrary.output)))
      return 0
    }
    const rows = list(body['items']).map((one) => documentRow(one as Json, terminal.language))
    const empty = { es: 'La biblioteca está vacía', en: 'The library is empty' }[terminal.language]
    terminal.out(values.json ? JSON.stringify(body, null, 2) : rows.length === 0 ? empty : columns(headings[terminal.language], rows, terminal.width))
    return 0
  },
  async remove({ local, terminal, operands, values }) {
    const removed: Json[] = []
    for (const id of operands) {
      if (!/^[\w-]{16,}$/.test(id))
        throw new UsageError({
          es: `«${id}» no es el identificador de un documento: lo dice «library list»`,
          en: `"${id}" is not the identifier of a document: "library list" tells it`,
        })
      const { ok, body } = await answerOf(await local.fetch(`${address}/${encodeURIComponent(id)}`, undefined, 'DELETE'))
      if (!ok) return fail(terminal, body, values.json)
      removed.push(body)
      if (!values.csv) terminal.out(values.json ? JSON.stringify(body) : { es: `Quitado: ${id}`, en: `Removed: ${id}` }[terminal.language])
    }
    if (values.csv) terminal.out(answerCsv({ items: removed }))
    return 0
  },
  async search({ local, terminal, operands, values }) {
    const query = new URLSearchParams({
      q: operands.join(' '),
      collection: 'biblioteca',
      limit: String(values.limit === undefined ? 10 : numberOf('--limit', values.limit)),
    })
    const { ok, body } = await answerOf(await local.fetch(`/api/v1/search?${query}`))
    if (!ok) return fail(terminal, body, values.json)
    if (values.csv) terminal.out(answerCsv(body, listFields(search.output)))
    else terminal.out(values.json ? JSON.stringify(body, null, 2) : foldedText(searchText(body, terminal.language), terminal.width))
    return 0
  },
}

type Added = { readonly file: string } & ({ readonly document: LibraryDocument; readonly isNew: boolean } | { readonly error: string })

/** Adds files one after the other. One that is refused does not stop the others; the exit code is then 1. */
async function addAll({ local, terminal, operands, values }: Run): Promise<number> {
  const files = operands.flatMap((path) => filesIn(path))
  if (files.length === 0) {
    const expected = formats.map((format) => `.${format}`).join(', ')
    throw new OperatorError({ es: `No hay nada que añadir: se espera ${expected}`, en: `There is nothing to add: expected ${expected}` })
  }
  if (values.title !== undefined && files.length > 1)
    throw new UsageError({ es: '--title es de un solo documento', en: '--title is for one document alone' })
  const added: Added[] = []
  for (const [at, file] of files.entries()) {
    const one = await addOne(file, { local, terminal, values, count: files.length === 1 ? '' : `${at + 1}/${files.length} ` })
    added.push(one)
    if (!values.json && !values.csv) tell(one, terminal)
  }
  const told = added.map((one) => ('error' in one ? one : { file: one.file, is_new: one.isNew, document: libraryBody(one.document) }))
  if (values.json) terminal.out(JSON.stringify({ items: told }, null, 2))
  // A table has no parts: what is said of the document stands in its row.
  else if (values.csv)
    terminal.out(answerCsv({ items: told.map((one) => ('document' in one ? { ...one, ...one.document, document: undefined } : one)) }))
  return added.some((one) => 'error' in one) ? 1 : 0
}

async function addOne(file: string, { local, terminal, values, count }: Omit<Run, 'operands'> & { readonly count: string }): Promise<Added> {
  const show = values.progress || terminal.isWatched === true ? progressLine(terminal, `${count}${basename(file)}`, values.progress) : undefined
  try {
    const { document, isNew } = await local.library.add({
      source: { file },
      name: basename(file),
      title: values.title,
      by: { kind: 'terminal' },
      ...(show === undefined ? {} : { progress: show }),
    })
    if (isNew) await auditAct(local.store, { operation: nameOfAct, subject: document.id }, terminal)
    return { file, document, isNew }
  } catch (error) {
    if (!(error instanceof LibraryError) && !(error instanceof ServiceError)) throw error
    return { file, error: errorText(error)[terminal.language] }
  }
}

/** As the audit calls what the operation does. */
const nameOfAct = 'addToLibrary'

/** What a document is divided into: one, and several. */
const divisions = {
  page: { es: ['página', 'páginas'], en: ['page', 'pages'] },
  part: { es: ['parte', 'partes'], en: ['part', 'parts'] },
} as const

function tell(added: Added, terminal: Terminal): void {
  if ('error' in added) {
    terminal.err(`${added.file}: ${added.error}`, 'bad')
    return
  }
  const { document, isNew } = added
  const { id, title, pages } = document
  const kept = { es: 'ya estaba', en: 'was there already' }[terminal.language]
  const [one, several] = divisions[document.division][terminal.language]
  terminal.out(`${id}  ${title}: ${isNew ? `${pages} ${pages === 1 ? one : several}` : kept}`)
  const without = pagesWithout(document.unread, terminal.language)
  if (without !== '') terminal.out(`  ${without}`)
}

/** The files of a path: itself, or those of a folder and of the folders in it that a library takes. Throws `OperatorError` if there is none. */
function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new OperatorError({ es: `No existe «${path}»`, en: `"${path}" does not exist` })
  if (!found.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && formats.some((format) => extname(entry.name).toLowerCase() === `.${format}`))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
