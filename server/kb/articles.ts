import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { Table } from '../engine/schema.ts'
import { keptTexts } from './kept-texts.ts'
import { prepared, queryBuilder } from './pack-query.ts'

/** One wording of a section, with the editions that share it. */
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

/** One entry of a document's table of contents. */
export interface ContentsRow {
  readonly slug: string
  readonly number: string
  readonly title: string
  readonly parent: string | null
  readonly editions: readonly string[]
}

export interface Articles {
  /** Every wording of a section, oldest first; empty if the section is unknown. */
  wordings(document: string, slug: string): readonly ArticleRow[]
  /** The table of contents of a document in reading order, all editions together. */
  contents(document: string): ContentsRow[]
  tablesOf(document: string, section: string): Table[]
  /** The text of a marked paragraph of a section in one edition; undefined if that edition lacks it. */
  paragraph(where: { readonly document: string; readonly section: string; readonly version: string; readonly name: string }): string | undefined
  /** The text of a section in one edition, without its content in Markdown; empty if that edition lacks it. */
  plain(document: string, slug: string, version: string): string
  /** Number, title and text of a wording, by its id in the search index (`document/section@edition`); empty if there is none. */
  textOf(indexId: string): string
}

/** Most sections whose wordings are kept: a search shows ten, and people open what they found. */
const mostWordings = 300

/** Most characters of plain texts that are kept: those of the base itself, about. */
const mostPlain = 8_000_000

/** Reads the articles of an open pack. */
export function openArticles(database: Database.Database): Articles {
  const wordingRows = prepared(database, () =>
    queryBuilder.selectFrom('section').selectAll().where('document', '=', '').where('slug', '=', '').orderBy('editions'),
  )
  const plainRows = prepared(database, () =>
    queryBuilder.selectFrom('section').select(['number', 'title', 'plain', 'editions']).where('document', '=', '').where('slug', '=', ''),
  )
  const contentsRows = prepared(database, () =>
    queryBuilder
      .selectFrom('section')
      .select(['slug', 'number', 'title', 'parent', 'editions'])
      .where('document', '=', '')
      .orderBy('position')
      .orderBy('slug')
      .orderBy('editions'),
  )
  const tables = prepared(database, () =>
    queryBuilder.selectFrom('printed_table').select('body').where('document', '=', '').where('section', '=', '').orderBy('position'),
  )
  const paragraphRows = prepared(database, () =>
    queryBuilder.selectFrom('section').select(['editions', 'paragraphs']).where('document', '=', '').where('slug', '=', ''),
  )
  const wordingCache = new Map<string, readonly ArticleRow[]>()
  const plainText = keptTexts(mostPlain)
  const paragraphCache = new Map<string, string | undefined>()
  return {
    paragraph({ document, section, version, name }) {
      const key = `${document}/${section}@${version}#${name}`
      if (!paragraphCache.has(key)) {
        const row = paragraphRows.all(document, section).find(({ editions }) => list(editions).includes(version))
        paragraphCache.set(key, row === undefined ? undefined : paragraphTexts.parse(JSON.parse(row.paragraphs))[name])
      }
      return paragraphCache.get(key)
    },
    wordings(document, slug) {
      const key = `${document}/${slug}`
      const cached = wordingCache.get(key)
      if (cached !== undefined) return cached
      const found = wordingRows
        .all(document, slug)
        .map(({ paragraphs: _paragraphs, ...row }) => ({ ...row, editions: list(row.editions), sources: list(row.sources) }))
      if (wordingCache.size >= mostWordings) wordingCache.clear()
      if (found.length > 0) wordingCache.set(key, found)
      return found
    },
    contents: (document) => contentsRows.all(document).map((row) => ({ ...row, editions: list(row.editions) })),
    plain: (document, slug, version) =>
      plainText(
        `${document}/${slug}@${version}`,
        () => plainRows.all(document, slug).find(({ editions }) => list(editions).includes(version))?.plain ?? '',
      ),
    textOf(indexId) {
      const [, document = '', slug = '', edition = ''] = /^([^/]+)\/([^@]+)@(.*)$/.exec(indexId) ?? []
      const row = plainRows.all(document, slug).find(({ editions }) => list(editions)[0] === edition)
      return row === undefined ? '' : `${row.number} ${row.title}\n${row.plain}`
    },
    tablesOf: (document, section) => tables.all(document, section).map(({ body }) => JSON.parse(body) as Table),
  }
}

const paragraphTexts = z.record(z.string(), z.string())

function list(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json))
}
