import type { Rule } from '../../server/engine/schema.ts'
import { type DocumentApart, type ReadApart, readApart } from './read-apart.ts'
import type { ReadVocabulary } from './read-vocabulary.ts'
import { caseSetting, type Reasons, type RuleBlock, readRuleBlock } from './rule-block.ts'
import { takeRules } from './rule-fences.ts'
import { type CaseGroup, type DocumentSource, documentSource, type SectionSource, sectionSource } from './source.ts'
import { parseYaml, readCsv, readYaml, type SourceFolder } from './source-file.ts'
import { casesOf } from './worked-figures.ts'

/** A parsed value with its file and line, for errors found later. */
export interface Located<T> {
  readonly file: string
  readonly line: number
  readonly value: T
}

/** A rule, where it stands, and the digest of what it said when it was read a second time. */
export interface LocatedRule extends Located<Rule> {
  readonly reviewedDigest: string | undefined
  readonly reasons: Reasons
}

/** One document of the sources, each part parsed by its own schema. */
export interface ReadDocument extends DocumentApart {
  readonly folder: string
  readonly source: DocumentSource
  readonly sections: readonly Located<
    SectionSource & { readonly body: string; readonly lines: readonly number[]; readonly blocks: readonly RuleBlock[] }
  >[]
  readonly rules: readonly LocatedRule[]
  readonly cases: readonly Located<CaseGroup>[]
}

/** What of a document stands in its articles. */
export type WrittenDocument = Omit<ReadDocument, keyof DocumentApart>

/** Reads every document below `normativa/`. Faults are reported to `sources`; what cannot be read is left out. */
export function readDocuments(sources: SourceFolder, vocabulary: ReadVocabulary): ReadDocument[] {
  return wholeDocuments(readArticles(sources, vocabulary), readApart(sources))
}

/** The documents with what stands apart from their articles. */
export function wholeDocuments(written: readonly WrittenDocument[], { documents }: ReadApart): ReadDocument[] {
  return written.map((one) => ({ ...one, ...(documents.get(one.folder) ?? { tables: [], asked: [], index: [] }) }))
}

/** Reads the articles and rules of every document, in the order of their slugs. */
export function readArticles(sources: SourceFolder, vocabulary: ReadVocabulary): WrittenDocument[] {
  const capitals = capitalsOf(sources)
  return sources
    .list('normativa', 'document.yaml')
    .flatMap((file) => {
      const source = readYaml(sources, file, documentSource)
      const folder = file.slice(0, -'/document.yaml'.length)
      if (source === undefined) return []
      const [, collection, slug] = folder.split('/')
      if (slug !== source.value.slug || collection !== source.value.collection)
        sources.report(file, 1, `slug and collection must be those of its folder: expected "${collection}/${slug}"`)
      const sections = readSections(sources, folder)
      const fenced = readFencedRules(sources, sections, vocabulary, placeOf(source.value, capitals))
      return [
        {
          folder,
          source: source.value,
          sections,
          rules: fenced.rules,
          cases: fenced.cases,
        },
      ]
    })
    .sort((left, right) => (left.source.slug < right.source.slug ? -1 : 1))
}

/** The default place of a document's cases: Madrid, or the capital of the first province of the community that it binds. */
function placeOf({ scope }: DocumentSource, capitals: ReadonlyMap<string, string>): string {
  return `ES-${(scope.level === 'regional' ? capitals.get(scope.ccaa) : undefined) ?? '28079'}`
}

/** The capital of the first province of each community. What is wrong in that file is reported where the geography is read. */
function capitalsOf(sources: SourceFolder): Map<string, string> {
  const file = 'geo/provincias.csv'
  const { header, rows } = (sources.list('geo', '.csv').includes(file) ? readCsv(sources, file) : undefined) ?? { header: [], rows: [] }
  const [community, capital] = [header.indexOf('ccaa'), header.indexOf('capital')]
  return new Map(rows.toReversed().map((row) => [row[community] ?? '', row[capital] ?? '']))
}

function readSections(sources: SourceFolder, folder: string): ReadDocument['sections'] {
  return sources.list(`${folder}/sections`, '.md').flatMap((file) => {
    const match = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(sources.read(file))
    if (match?.[1] === undefined || match[2] === undefined) {
      sources.report(file, 1, 'has no front matter: expected "---", fields, "---"')
      return []
    }
    const front = parseYaml(sources, { file, text: match[1], firstLine: 2 }, sectionSource)
    if (front === undefined) return []
    const { body, lines, blocks } = takeRules(sources, file, match[2].trimEnd(), match[1].split('\n').length + 2)
    return [{ file, line: 2, value: { ...front.value, body, lines, blocks } }]
  })
}

/** The rules that stand in the articles, each with its worked cases. */
function readFencedRules(
  sources: SourceFolder,
  sections: ReadDocument['sections'],
  vocabulary: ReadVocabulary,
  place: string,
): Pick<ReadDocument, 'rules' | 'cases'> {
  const scaleOf = new Map(vocabulary.scales.map((scale) => [scale.id, scale]))
  const setting = caseSetting(place, vocabulary)
  const parameterOf = new Map(vocabulary.parameters.map((parameter) => [parameter.id, parameter]))
  const read = sections.flatMap(({ value }) =>
    value.blocks.flatMap((block) => {
      const found = readRuleBlock(sources, block, value, setting)
      return found === undefined ? [] : [{ block, ...found }]
    }),
  )
  return {
    rules: read.map(({ block: { file, line }, rule, reviewedDigest, reasons }) => ({ file, line, value: rule, reviewedDigest, reasons })),
    cases: read.flatMap(({ block: { file, line }, rule, figures, cases }) => {
      const all = [
        ...figures.flatMap((figure) => casesOf(rule, figure, { scale: scaleOf.get(rule.scale ?? ''), parameter: parameterOf.get(rule.parameter) })),
        ...cases,
      ]
      return all.length === 0 ? [] : [{ file, line, value: { rule: rule.id, cases: all } }]
    }),
  }
}
