import Database from 'better-sqlite3'
import { knowledgeBaseOver } from '../../server/kb/knowledge-base.ts'
import { checkCases } from './check-cases.ts'
import type { ReadBase } from './compile.ts'
import type { Problem } from './problem.ts'
import type { ReadDocument } from './read-document.ts'

/** What the worked examples need, as plain data that another thread can be given. */
export interface CasesInput {
  /** The tables of the pack as a SQLite database. */
  readonly tables: Uint8Array
  readonly asOf: string
  readonly documents: readonly {
    readonly slug: string
    readonly cases: ReadDocument['cases']
    readonly rules: readonly Standing[]
    readonly tables: readonly (Standing & Pick<ReadDocument['tables'][number], 'unread'>)[]
  }[]
}

/** Where a rule or a table stands in the sources. */
interface Standing {
  readonly id: string
  readonly file: string
  readonly line: number
}

/** Gathers what the worked examples of a base need. */
export function casesInput({ documents, referenceDate }: ReadBase, tables: Uint8Array): CasesInput {
  return {
    tables,
    asOf: referenceDate,
    documents: documents.map(({ source, cases, rules, tables: printed }) => ({
      slug: source.slug,
      cases,
      rules: rules.map(({ file, line, value }) => ({ file, line, id: value.id })),
      tables: printed.map(({ file, line, value, unread }) => ({ file, line, id: value.table, unread })),
    })),
  }
}

/** Runs the worked examples on the tables of the pack. Returns what is wrong. */
export function runCases({ tables, asOf, documents }: CasesInput): Problem[] {
  const kb = knowledgeBaseOver(new Database(Buffer.from(tables)), { file: 'pack', copyForDevices: undefined })
  const problems: Problem[] = []
  const rules = new Map(kb.book.rules.map(({ rule }) => [rule.id, rule]))
  const read = documents.map((document) => ({
    source: document,
    cases: document.cases,
    rules: document.rules.flatMap(({ id, ...at }) => {
      const value = rules.get(id)
      return value === undefined ? [] : [{ ...at, value }]
    }),
    tables: document.tables.flatMap(({ id, ...at }) => {
      const value = kb.book.tables.get(`${document.slug}/${id}`)?.table
      return value === undefined ? [] : [{ ...at, value }]
    }),
  }))
  const report = (file: string, line: number, message: string): void => {
    problems.push({ file, line, message })
  }
  const placeOf = (geoId: string) => (/^ES-\d{5}$/.test(geoId) ? kb.geography.place({ level: 'municipality', ine: geoId.slice(3) }) : undefined)
  checkCases({ report }, read, kb.book, { placeOf, asOf })
  kb.close()
  return problems
}
