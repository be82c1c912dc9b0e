import type { Rule, Table } from '../../server/engine/schema.ts'
import { type CaseGroup, caseList, type DocumentSource, documentSource, ruleList, type SectionSource, sectionSource, tableSource } from './source.ts'
import { parseYaml, readCsv, readYaml, type SourceFolder } from './source-file.ts'

/** Where something was written, to report faults of meaning found later. */
export interface Located<T> {
  readonly file: string
  readonly line: number
  readonly value: T
}

/** One document of the sources, each part parsed by its own schema. */
export interface ReadDocument {
  readonly folder: string
  readonly source: DocumentSource
  readonly sections: readonly Located<SectionSource & { readonly body: string; readonly bodyLine: number }>[]
  readonly tables: readonly Located<Table>[]
  readonly rules: readonly Located<Rule>[]
  readonly cases: readonly Located<CaseGroup>[]
  /** The official list of its sections, from `indice.csv`; empty where none was found. */
  readonly index: readonly { readonly slug: string; readonly number: string; readonly title: string }[]
}

/** Reads every document below `normativa/`. Faults are reported to `sources`; what cannot be read is left out. */
export function readDocuments(sources: SourceFolder): ReadDocument[] {
  return sources
    .list('normativa', 'document.yaml')
    .flatMap((file) => {
      const source = readYaml(sources, file, documentSource)
      const folder = file.slice(0, -'/document.yaml'.length)
      if (source === undefined) return []
      const [, collection, slug] = folder.split('/')
      if (slug !== source.value.slug || collection !== source.value.collection)
        sources.report(file, 1, `slug and collection must be those of its folder: expected "${collection}/${slug}"`)
      return [
        {
          folder,
          source: source.value,
          sections: readSections(sources, folder),
          tables: readTables(sources, folder, source.value.slug),
          rules: readRules(sources, folder),
          cases: readCases(sources, folder),
          index: readIndex(sources, folder),
        },
      ]
    })
    .sort((left, right) => (left.source.slug < right.source.slug ? -1 : 1))
}

function readSections(sources: SourceFolder, folder: string): ReadDocument['sections'] {
  return sources.list(`${folder}/sections`, '.md').flatMap((file) => {
    const match = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(sources.read(file))
    if (match?.[1] === undefined || match[2] === undefined) {
      sources.report(file, 1, 'has no front matter: expected "---", fields, "---"')
      return []
    }
    const front = parseYaml(sources, { file, text: match[1], firstLine: 2 }, sectionSource)
    return front === undefined ? [] : [{ file, line: 2, value: { ...front.value, body: match[2].trim(), bodyLine: match[1].split('\n').length + 2 } }]
  })
}

function readTables(sources: SourceFolder, folder: string, document: string): ReadDocument['tables'] {
  return sources.list(`${folder}/tables`, '.yaml').flatMap((file) => {
    const caption = readYaml(sources, file, tableSource)
    if (caption === undefined) return []
    const { figures_of: of, ...table } = caption.value
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
    return [{ file, line: 1, value: { ...table, document, keys, header: figures.header.map((name) => name.trim()), rows } }]
  })
}

function readRules(sources: SourceFolder, folder: string): ReadDocument['rules'] {
  return sources.list(`${folder}/rules`, '.yaml').flatMap((file) => {
    const list = readYaml(sources, file, ruleList)
    return (list?.value ?? []).map((value, index) => located(file, value, () => list?.lineOf([index]) ?? 1))
  })
}

function readCases(sources: SourceFolder, folder: string): ReadDocument['cases'] {
  return sources.list(`${folder}/cases`, '.yaml').flatMap((file) => {
    const list = readYaml(sources, file, caseList)
    return (list?.value ?? []).map((value, index) => located(file, value, () => list?.lineOf([index]) ?? 1))
  })
}

/** A value whose line is looked up only if a fault must name it. */
function located<T>(file: string, value: T, lineOf: () => number): Located<T> {
  return {
    file,
    value,
    get line() {
      return lineOf()
    },
  }
}

function readIndex(sources: SourceFolder, folder: string): ReadDocument['index'] {
  const file = `${folder}/indice.csv`
  if (!sources.list(folder, 'indice.csv').includes(file)) return []
  return (readCsv(sources, file)?.rows ?? []).map(([slug = '', number = '', title = '']) => ({ slug, number, title }))
}
