import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { CORE_SCHEMA, load } from 'js-yaml'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Problem } from './problem.ts'

/** The folder of sources: reads its files, remembers their bytes for the hash, and gathers the faults found. */
export interface SourceFolder {
  readonly problems: Problem[]
  readonly texts: Map<string, string>
  /** Paths below a folder with one ending, sorted, relative to the source folder. */
  list(folder: string, ending: string): readonly string[]
  read(file: string): string
  report(file: string, line: number, message: string, column?: number): void
}

/** Opens a folder of sources. Each folder in it is listed once, when it is first asked for. */
export function openSources(root: string): SourceFolder {
  const texts = new Map<string, string>()
  const problems: Problem[] = []
  // Each table asks for the files of the whole base: reading or sorting out the folders every time took half of a compilation.
  const filesByFolder = new Map<string, readonly string[]>()
  const filesIn = (folder: string): readonly string[] => {
    const known = filesByFolder.get(folder) ?? filesBelow(root, folder)
    filesByFolder.set(folder, known)
    return known
  }
  const listed = new Map<string, readonly string[]>()
  return {
    problems,
    texts,
    list(folder, ending) {
      const known = listed.get(`${folder}|${ending}`) ?? filesIn(folder).filter((file) => file.endsWith(ending))
      listed.set(`${folder}|${ending}`, known)
      return known
    },
    read(file) {
      const text = readFileSync(join(root, file), 'utf8').replace(/\r\n/g, '\n').normalize('NFC')
      texts.set(file, text)
      return text
    },
    report(file, line, message, column) {
      problems.push({ file, line, column, message })
    },
  }
}

/** The paths of all files below a folder, sorted; empty if there is no such folder. */
function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
  } catch {
    return []
  }
}

/** A parsed value, and the line of any path in it. */
export interface Parsed<T> {
  readonly value: T
  lineOf(path: readonly PropertyKey[]): number
}

/** Reads a YAML file by a schema; reports each fault with its line and gives undefined where there is one. */
export function readYaml<T>(sources: SourceFolder, file: string, schema: z.ZodType<T>): Parsed<T> | undefined {
  return parseYaml(sources, { file, text: sources.read(file), firstLine: 1 }, schema)
}

/** The same for a piece of a file, such as the front matter of an article. */
export function parseYaml<T>(
  sources: SourceFolder,
  piece: { readonly file: string; readonly text: string; readonly firstLine: number },
  schema: z.ZodType<T>,
): Parsed<T> | undefined {
  // The quick parser reads; the one that knows places is asked only where a line must be named.
  let located: LocatedDocument | undefined
  const places = (): LocatedDocument => (located ??= locate(piece))
  let raw: unknown
  try {
    raw = load(piece.text, { schema: CORE_SCHEMA })
  } catch (error) {
    const { errors } = places()
    if (errors.length === 0)
      sources.report(piece.file, piece.firstLine, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    for (const { line, message } of errors) sources.report(piece.file, line, message)
    return undefined
  }
  const result = schema.safeParse(raw)
  if (result.success) return { value: result.data, lineOf: (path) => places().lineOf(path) }
  for (const issue of result.error.issues)
    sources.report(piece.file, places().lineOf(issue.path), `${issue.path.join('.') || 'file'}: ${issueText(issue)}`)
  return undefined
}

/** The line of a path in a YAML file that was read before. */
export function lineIn(sources: SourceFolder, file: string, path: readonly PropertyKey[]): number {
  return locate({ text: sources.texts.get(file) ?? '', firstLine: 1 }).lineOf(path)
}

interface LocatedDocument {
  readonly errors: readonly { readonly line: number; readonly message: string }[]
  lineOf(path: readonly PropertyKey[]): number
}

function locate({ text, firstLine }: { readonly text: string; readonly firstLine: number }): LocatedDocument {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, version: '1.2', uniqueKeys: true })
  const lineAt = (offset: number): number => firstLine - 1 + counter.linePos(offset).line
  return {
    errors: document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message.split('\n')[0] ?? 'cannot read' })),
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
        if (isNode(node) && node.range != null) return lineAt(node.range[0])
      }
      return firstLine
    },
  }
}

function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message
  const branches = issue.errors.map((errors) => errors.map((error) => `${error.path.join('.')} ${error.message}`.trim()).join(', '))
  return `none of its forms fits (${[...new Set(branches)].join(' | ')})`
}

/** Reads a CSV with a header row; every row must have as many cells as the header. */
export function readCsv(sources: SourceFolder, file: string): { readonly header: string[]; readonly rows: string[][] } | undefined {
  try {
    const [header, ...rows]: string[][] = parseCsv(sources.read(file), { skip_empty_lines: true, relax_column_count: true })
    if (header === undefined) {
      sources.report(file, 1, 'is empty: expected a header row')
      return undefined
    }
    const uneven = rows.findIndex((row) => row.length !== header.length)
    if (uneven >= 0) sources.report(file, uneven + 2, `has ${rows[uneven]?.length} cells: expected ${header.length}, as in the header`)
    return uneven >= 0 ? undefined : { header, rows }
  } catch (error) {
    sources.report(file, 1, error instanceof Error ? error.message : String(error))
    return undefined
  }
}
