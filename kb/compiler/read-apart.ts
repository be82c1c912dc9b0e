import type { Table } from '../../server/engine/schema.ts'
import { readVectors, type WordVector } from '../../server/kb/word-vectors.ts'
import { type AskedFile, readAsked } from './read-asked.ts'
import { type ReadGeo, readGeo } from './read-geo.ts'
import { tableSource } from './source.ts'
import { readCsv, readYaml, type SourceFolder } from './source-file.ts'

/** A table and where its caption stands. */
export interface LocatedTable {
  readonly file: string
  readonly line: number
  readonly value: Table
  /** Its cells that no rule decides with, as `row|column`, rows counted from 0. */
  readonly unread: ReadonlySet<string>
  /** Why its notes bring no other limit. */
  readonly refers: string | undefined
  /** Day and digest of the second transcription that agreed with it. */
  readonly secondReading: string | undefined
  /** The table of another document whose cells are its own, `collection/document/table`. */
  readonly figuresOf: string | undefined
}

/** What of a document can be read without its articles and the vocabulary. */
export interface DocumentApart {
  readonly tables: readonly LocatedTable[]
  /** The questions that people ask of its articles and rules. */
  readonly asked: readonly AskedFile[]
  /** The official list of its sections, from `indice.csv`; empty where none was found. */
  readonly index: readonly { readonly slug: string; readonly number: string; readonly title: string }[]
}

/** Everything that can be read without the articles and the vocabulary. Plain data, so that another thread can read it. */
export interface ReadApart {
  readonly geo: ReadGeo
  readonly wordVectors: readonly WordVector[]
  /** By folder. */
  readonly documents: ReadonlyMap<string, DocumentApart>
}

/** Reads what stands apart. Faults are reported to `sources`; what cannot be read is left out. */
export function readApart(sources: SourceFolder): ReadApart {
  const folders = sources.list('normativa', 'document.yaml').map((file) => file.slice(0, -'/document.yaml'.length))
  return {
    geo: readGeo(sources),
    wordVectors: readWordVectors(sources),
    documents: new Map(
      folders.map((folder) => [
        folder,
        { tables: readTables(sources, folder), asked: readAsked(sources, folder), index: readIndex(sources, folder) },
      ]),
    ),
  }
}

/** The vectors of words; none in a small base without them. */
function readWordVectors(sources: SourceFolder): WordVector[] {
  const file = 'vocabulary/word-vectors.tsv'
  if (!sources.list('vocabulary', '.tsv').includes(file)) return []
  const read = readVectors(sources.read(file))
  if (typeof read !== 'string') return read
  sources.report(file, 1, read)
  return []
}

function readTables(sources: SourceFolder, folder: string): LocatedTable[] {
  const document = folder.slice(folder.lastIndexOf('/') + 1)
  return sources.list(`${folder}/tables`, '.yaml').flatMap((file) => {
    const caption = readYaml(sources, file, tableSource)
    if (caption === undefined) return []
    const { figures_of: of, unread, remite, second_reading: secondReading, ...table } = caption.value
    const csv = of === undefined ? file.replace(/\.yaml$/, '.csv') : `normativa/${of.replace(/\/([^/]*)$/, '/tables/$1')}.csv`
    if (!sources.list('normativa', '.csv').includes(csv)) {
      sources.report(file, 1, `has no figures: expected ${csv}`)
      return []
    }
    const figures = readCsv(sources, csv)
    if (figures === undefined) return []
    const name = file.slice(folder.length + '/tables/'.length, -'.yaml'.length)
    if (table.table !== name) sources.report(file, caption.lineOf(['table']), `table is "${table.table}": expected "${name}", as the file`)
    const keys = table.keys ?? figures.header.slice(0, 1)
    for (const key of keys)
      if (!figures.header.includes(key))
        sources.report(file, caption.lineOf(['keys']), `key column "${key}" is not in the header: expected one of ${figures.header.join(', ')}`)
    if (figures.rows.length === 0) sources.report(csv, 1, 'has no rows')
    const rows = figures.rows.map((row) => row.map((cell) => cell.trim()))
    return [
      {
        file,
        line: 1,
        refers: remite,
        secondReading,
        figuresOf: of,
        unread: new Set(unread.map(({ row, column }) => `${row - 2}|${column}`)),
        value: { ...table, document, keys, header: figures.header.map((name) => name.trim()), rows },
      },
    ]
  })
}

function readIndex(sources: SourceFolder, folder: string): DocumentApart['index'] {
  const file = `${folder}/indice.csv`
  if (!sources.list(folder, 'indice.csv').includes(file)) return []
  return (readCsv(sources, file)?.rows ?? []).map(([slug = '', number = '', title = '']) => ({ slug, number, title }))
}
