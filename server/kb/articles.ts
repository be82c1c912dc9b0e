import type Database from 'better-sqlite3'
import { z } from 'zod'
import { type Table, table } from '../engine/schema.ts'
import { pack, prepared } from './statement.ts'

/** One wording of a section. */
export interface ArticleRow {
  readonly document: string
  readonly slug: string
  readonly editions: readonly string[]
  readonly position: number
  readonly number: string
  readonly title: string
  readonly parent: string | null
  readonly verification: string
  readonly content: string
  readonly plain: string
  readonly sources: readonly string[]
  readonly sha256: string
}

/** A line of a document's contents. */
export interface ContentsRow {
  readonly slug: string
  readonly number: string
  readonly title: string
  readonly parent: string | null
  readonly editions: readonly string[]
}

export interface Articles {
  /** Every wording of a section, oldest first; empty where there is none. */
  wordings(document: string, slug: string): ArticleRow[]
  /** The contents of a document in reading order, every edition's. */
  contents(document: string): ContentsRow[]
  tablesOf(document: string, section: string): Table[]
  /** Number, title and text of an indexed wording, by its name in the index (`document/section@edition`); empty where there is none. */
  textOf(indexed: string): string
}

/** The articles of an open pack. */
export function openArticles(database: Database.Database): Articles {
  const bySlug = prepared(database, pack.selectFrom('section').selectAll().where('document', '=', '').where('slug', '=', '').orderBy('editions'))
  const plainOf = prepared(
    database,
    pack.selectFrom('section').select(['number', 'title', 'plain', 'editions']).where('document', '=', '').where('slug', '=', ''),
  )
  const ofDocument = prepared(
    database,
    pack
      .selectFrom('section')
      .select(['slug', 'number', 'title', 'parent', 'editions'])
      .where('document', '=', '')
      .orderBy('position')
      .orderBy('slug')
      .orderBy('editions'),
  )
  const tables = prepared(
    database,
    pack.selectFrom('printed_table').select('body').where('document', '=', '').where('section', '=', '').orderBy('position'),
  )
  return {
    wordings: (document, slug) => bySlug.all(document, slug).map((row) => ({ ...row, editions: list(row.editions), sources: list(row.sources) })),
    contents: (document) => ofDocument.all(document).map((row) => ({ ...row, editions: list(row.editions) })),
    textOf(indexed) {
      const [, document = '', slug = '', edition = ''] = /^([^/]+)\/([^@]+)@(.*)$/.exec(indexed) ?? []
      const row = plainOf.all(document, slug).find(({ editions }) => list(editions)[0] === edition)
      return row === undefined ? '' : `${row.number} ${row.title}\n${row.plain}`
    },
    tablesOf: (document, section) => tables.all(document, section).map(({ body }) => table.parse(JSON.parse(body))),
  }
}

function list(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json))
}
