import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server'
import { operationList, type operations } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'

type Json = Record<string, unknown>
type Send = (operation: Operation, input: Json) => Promise<Response>

const root = 'plomada://normativa'
const mimeType = 'application/json'

interface Level {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: keyof typeof operations
}

/** What may be read, from the whole to its parts: each is reached from the one before. */
const levels: readonly Level[] = [
  { name: 'collections', title: 'Colecciones de normas', description: 'The collections of regulations', operation: 'listCollections' },
  { name: 'documents', title: 'Normas de una colección', description: 'The documents of one collection', operation: 'listDocuments' },
  { name: 'document', title: 'Índice de una norma', description: 'Editions and sections of one document', operation: 'getDocument' },
  { name: 'article', title: 'Apartado de una norma', description: 'Text, tables and rules of one section', operation: 'getArticle' },
  { name: 'table', title: 'Tabla de un apartado', description: 'One table of a section, with its notes and its source', operation: 'getArticle' },
]
const fields = ['collection', 'document', 'section', 'table'] as const
const forms = levels.map((_, depth) => [root, ...fields.slice(0, depth).map((name) => `{${name}}`)].join('/'))

/** The resource with which reading begins. */
export function resourceList() {
  const [{ name, title, description } = { name: '', title: '', description: '' }] = levels
  return { resources: [{ uri: root, name, title, description, mimeType }] }
}

/** The forms of the addresses of everything else. */
export function resourceTemplates() {
  return {
    resourceTemplates: levels
      .map(({ name, title, description }, depth) => ({ uriTemplate: forms[depth] ?? '', name, title, description, mimeType }))
      .slice(1),
  }
}

/** Reads a collection, a document, a section or a table by its address. Throws the error of an address that names none. */
export async function readResource(uri: string, send: Send): Promise<ReadResourceResult> {
  const names =
    uri === root
      ? []
      : uri.startsWith(`${root}/`)
        ? uri
            .slice(root.length + 1)
            .split('/')
            .map(decoded)
        : undefined
  const level = names === undefined || names.includes('') ? undefined : levels[names.length]
  const operation = operationList.find(({ name }) => name === level?.operation)
  if (names === undefined || operation === undefined) throw invalid(`Expected one of ${forms.join(', ')}`)
  const { table, ...input } = Object.fromEntries(names.map((name, at) => [fields[at] ?? '', name]))
  const response = await send(operation, input)
  const text = await response.text()
  if (!response.ok) throw invalid(String((JSON.parse(text) as Json)['detail']))
  return { contents: [{ uri, mimeType, text: table === undefined ? text : tableIn(text, table) }] }
}

/** One table of a section, with what it takes to quote it. */
function tableIn(text: string, wanted: string): string {
  const article = JSON.parse(text) as Json
  const tables = article['tables'] as readonly Json[]
  const found = tables.find(({ table }) => table === wanted)
  if (found === undefined)
    throw invalid(`Unknown table "${wanted}": expected one of ${tables.map(({ table }) => String(table)).join(', ') || 'none'}`)
  const { collection, document, section, number, title, version, url, source } = article
  return JSON.stringify({ ...found, of: { collection, document, section, number, title, version, url, source } })
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
