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
  /** The text of a marked paragraph of a section as it stands in an edition; undefined where there is none. */
  paragraph(where: { readonly document: string; readonly section: string; readonly version: string; readonly name: string }): string | undefined
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
  const paragraphsOf = prepared(
    database,
    pack.selectFrom('section').select(['editions', 'paragraphs']).where('document', '=', '').where('slug', '=', ''),
  )
  const remembered = new Map<string, string | undefined>()
  return {
    paragraph({ document, section, version, name }) {
      const key = `${document}/${section}@${version}#${name}`
      if (!remembered.has(key)) {
        const row = paragraphsOf.all(document, section).find(({ editions }) => list(editions).includes(version))
        remembered.set(key, row === undefined ? undefined : texts.parse(JSON.parse(row.paragraphs))[name])
      }
      return remembered.get(key)
    },
    wordings: (document, slug) =>
      bySlug.all(document, slug).map(({ paragraphs: _paragraphs, ...row }) => ({ ...row, editions: list(row.editions), sources: list(row.sources) })),
    contents: (document) => ofDocument.all(document).map((row) => ({ ...row, editions: list(row.editions) })),
    textOf(indexed) {
      const [, document = '', slug = '', edition = ''] = /^([^/]+)\/([^@]+)@(.*)$/.exec(indexed) ?? []
      const row = plainOf.all(document, slug).find(({ editions }) => list(editions)[0] === edition)
      return row === undefined ? '' : `${row.number} ${row.title}\n${row.plain}`
    },
    tablesOf: (document, section) => tables.all(document, section).map(({ body }) => table.parse(JSON.parse(body))),
  }
}

const texts = z.record(z.string(), z.string())

function list(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json))
}
