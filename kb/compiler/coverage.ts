import type { Verification } from '../../server/engine/schema.ts'
import type { Compiled } from './compile.ts'
import type { LocatedTable } from './read-apart.ts'
import type { ReadDocument } from './read-document.ts'

export type Levels = Readonly<Record<Verification, number>>

/** The sections of the official table of contents, by how much of each the base holds. A section counts as its newest wording does. */
export interface SectionCoverage {
  readonly existing: number
  /** In full, in part and as a method. */
  readonly held: number
  readonly full: number
  /** Sections that leave out something that binds, and say what. */
  readonly in_part: readonly string[]
  /** Sections that only give a method of calculation: summarised, not checked. */
  readonly method: number
  readonly missing: readonly string[]
}

/** The coverage of one document: what the base holds and what it lacks. */
export interface DocumentCoverage {
  readonly document: string
  readonly title: string
  readonly editions: readonly string[]
  /** Wordings held; of the sections that exist, how many are held. */
  readonly articles: number
  readonly sections: SectionCoverage
  readonly sections_by_verification: Levels
  readonly tables: number
  /** Tables whose second transcription, made apart, agreed cell by cell. */
  readonly tables_read_twice: number
  readonly cells: number
  readonly rules: {
    readonly total: number
    readonly deciding: number
    readonly by_kind: Readonly<Record<string, number>>
    readonly by_verification: Levels
    /** Read a second time in the official text, and not. */
    readonly reviewed: number
    readonly not_reviewed: number
  }
  /** Rules that wait for a reading: they decide no verdict. */
  readonly waiting: readonly string[]
}

export interface Coverage {
  readonly documents: readonly DocumentCoverage[]
  readonly municipalities: { readonly total: number; readonly without_altitude: readonly string[] }
  readonly regional_regulations: { readonly total: number; readonly unverified: number }
}

/** The coverage report of a compiled base. */
export function coverageOf({ documents, geo }: Compiled): Coverage {
  const isReadTwice = readTwice(documents)
  return {
    documents: documents.map(({ source, sections, tables, rules, index }) => {
      const kinds = new Map<string, number>()
      for (const { value } of rules) kinds.set(value.kind, (kinds.get(value.kind) ?? 0) + 1)
      const waiting = rules.filter(({ value }) => value.verification === 'unverified').map(({ value }) => value.id)
      return {
        document: source.slug,
        title: source.title,
        editions: source.editions.map(({ version }) => version),
        articles: sections.length,
        sections: sectionCoverage(source, sections, index),
        sections_by_verification: levels(sections.map(({ value }) => value.verification)),
        tables: tables.length,
        tables_read_twice: tables.filter(isReadTwice).length,
        cells: tables.reduce(
          (sum, { value }) =>
            sum +
            value.rows.reduce(
              (cells, row) =>
                cells + row.filter((cell, column) => cell !== '' && cell !== '—' && !value.keys.includes(value.header[column] ?? '')).length,
              0,
            ),
          0,
        ),
        rules: {
          total: rules.length,
          deciding: rules.filter(({ value }) => value.kind === 'limit' && value.verification !== 'unverified').length,
          by_kind: Object.fromEntries([...kinds].sort()),
          by_verification: levels(rules.map(({ value }) => value.verification)),
          reviewed: rules.filter(({ value }) => value.reviewed !== undefined).length,
          not_reviewed: rules.filter(({ value }) => value.reviewed === undefined).length,
        },
        waiting,
      }
    }),
    municipalities: {
      total: geo.municipalities.length,
      without_altitude: geo.municipalities.filter(({ altitude_m }) => altitude_m === null).map(({ ine }) => ine),
    },
    regional_regulations: {
      total: geo.regulations.length,
      unverified: geo.regulations.filter(({ verificacion }) => verificacion === 'unverified').length,
    },
  }
}

/** Tells the tables with a second transcription: their own, or that of the table whose cells they call in. */
function readTwice(documents: readonly ReadDocument[]): (table: LocatedTable) => boolean {
  const own = new Set(
    documents.flatMap(({ source, tables }) =>
      tables.flatMap(({ secondReading, value }) => (secondReading === undefined ? [] : [`${source.collection}/${source.slug}/${value.table}`])),
    ),
  )
  return ({ secondReading, figuresOf }) => secondReading !== undefined || (figuresOf !== undefined && own.has(figuresOf))
}

const leavesOut = '**Lo que la base no recoge.**'
const isMethod = '**Método: no se comprueba aquí.**'

function sectionCoverage({ editions }: ReadDocument['source'], sections: ReadDocument['sections'], index: ReadDocument['index']): SectionCoverage {
  const age = (wording: readonly string[]) => Math.max(...wording.map((version) => editions.findIndex((one) => one.version === version)))
  const newest = new Map<string, ReadDocument['sections'][number]['value']>()
  for (const { value } of sections) {
    const other = newest.get(value.section)
    if (other === undefined || age(value.editions) > age(other.editions)) newest.set(value.section, value)
  }
  const listed = index.length === 0 ? [...newest.values()].map(({ section, number, title }) => ({ slug: section, number, title })) : index
  const named = ({ slug, number, title }: (typeof listed)[number]) => `${slug} (${number}. ${title})`
  const says = (words: string) => listed.filter(({ slug }) => newest.get(slug)?.body.includes(words))
  const missing = listed.filter(({ slug }) => !newest.has(slug))
  const inPart = says(leavesOut)
  const method = says(isMethod).filter((one) => !inPart.includes(one)).length
  const held = listed.length - missing.length
  return {
    ...{ existing: listed.length, held, full: held - inPart.length - method, method },
    ...{ in_part: inPart.map(named), missing: missing.map(named) },
  }
}

function levels(all: readonly Verification[]): Levels {
  const count = (level: Verification) => all.filter((one) => one === level).length
  return {
    official_text: count('official_text'),
    two_readers: count('two_readers'),
    single_reader: count('single_reader'),
    unverified: count('unverified'),
  }
}
