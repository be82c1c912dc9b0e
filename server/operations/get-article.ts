import { z } from 'zod'
import { editionOn } from '../engine/book.ts'
import { alikeAmong, identifier } from '../engine/text.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ArticleRow } from '../kb/articles.ts'
import type { DocumentBody } from '../kb/document-body.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { articleUrl } from './article-url.ts'
import { dayField, reviewedField, slug } from './fields.ts'
import { findDocument } from './find-document.ts'
import { operation } from './operation.ts'

const versionOutput = z.object({ version: z.string(), in_force_from: z.string(), in_force_to: z.string().nullable() })
const neighbour = z.object({ section: z.string(), number: z.string(), title: z.string(), url: z.string() }).nullable()

/** Returns one article with its tables and rules. */
export const getArticle = operation({
  method: 'GET',
  path: '/api/v1/normativa/{collection}/{document}/{section}',
  scope: 'read',
  tag: 'normativa',
  isOfBase: true,
  summary: 'One article, full',
  description:
    'The text of a section with its tables and rules. `version` picks an edition, `as_of` the one of a day; neither: the one in force, or the last that had the section (then `in_force_to` says until when).',
  input: z.strictObject({
    collection: slug,
    document: slug,
    section: slug,
    version: z.string().min(1).max(40).optional().meta({ description: 'An edition by name; not with `as_of`' }),
    as_of: dayField.optional(),
  }),
  output: z.object({
    collection: z.string(),
    document: z.string(),
    section: z.string(),
    number: z.string(),
    title: z.string(),
    document_title: z.string(),
    path: z.array(z.string()).meta({ description: 'Document, then the headings above this one' }),
    content: z.string().meta({ description: 'Markdown; `U~lim~` is a subscript, `m^2^` a superscript' }),
    tables: z.array(
      z.object({
        table: z.string(),
        number: z.string(),
        title: z.string(),
        unit: z.string().nullable(),
        keys: z.array(z.string()),
        header: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        notes: z.array(z.string()),
        verification: z.string(),
      }),
    ),
    version: z.string(),
    in_force_from: z.string(),
    in_force_to: z.string().nullable(),
    versions: z.array(versionOutput).meta({ description: 'Every edition that has the section' }),
    rules: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          kind: z.string(),
          element: z.array(z.string()),
          parameter: z.string(),
          unit: z.string(),
          verification: z.string(),
          reviewed: reviewedField,
        }),
      )
      .meta({ description: 'Rules of this article' }),
    previous: neighbour,
    next: neighbour,
    source: z.object({
      authority: z.string(),
      identifier: z.string().nullable(),
      url: z.string().nullable(),
      text_kind: z.enum(['normalised', 'official']),
      verification: z.string(),
      read_in: z.array(z.string()),
    }),
    sha256: z.string(),
  }),
  problems: ['unknown-collection', 'unknown-document', 'unknown-section', 'not-in-force'],
  examples: { 'he1-3-1-1': { collection: 'cte', document: 'cte-db-he', section: 'he1-3-1-1' } },
  run({ kb }, input) {
    if (input.version !== undefined && input.as_of !== undefined) {
      throw new ServiceError(
        'validation',
        { es: 'version y as_of no van juntas: indique una', en: 'version and as_of exclude each other: send one' },
        { errors: [{ pointer: 'version', code: 'exclusive', detail: { es: 'indique version o as_of', en: 'send either version or as_of' } }] },
      )
    }
    const document = findDocument(kb, input.collection, input.document)
    const wordings = findSection(kb, document, input.section)
    const { row, version } = chooseWording(kb, document, wordings, input)
    const editions = kb.book.documents.get(document.slug)?.editions ?? []
    const holding = editions.filter((edition) => wordings.some((wording) => wording.editions.includes(edition.version)))
    const edition = editions.find((one) => one.version === version)
    return {
      collection: document.collection,
      document: document.slug,
      section: row.slug,
      number: row.number,
      title: row.title,
      document_title: document.title,
      path: pathOf(kb, document, row, version),
      content: row.content,
      tables: kb.articles
        .tablesOf(document.slug, row.slug)
        .filter((table) => table.editions.includes(version))
        .map(({ table, number, title, unit, keys, header, rows, notes, verification }) => ({
          table,
          number,
          title,
          unit: unit ?? null,
          keys,
          header,
          rows,
          notes,
          verification,
        })),
      version,
      in_force_from: edition?.from ?? '',
      in_force_to: edition?.to ?? null,
      versions: holding.map(({ version: name, from, to }) => ({ version: name, in_force_from: from, in_force_to: to })),
      rules: kb.book.rules
        .filter(({ document: of, rule }) => of === document.slug && rule.cite.section === row.slug && rule.editions.includes(version))
        .map(({ rule }) => ({
          id: rule.id,
          title: rule.title,
          kind: rule.kind,
          element: rule.element,
          parameter: rule.parameter,
          unit: rule.unit,
          verification: rule.verification,
          reviewed: rule.reviewed ?? null,
        })),
      ...neighbours(kb, document, row.slug, version),
      source: {
        authority: document.authority,
        identifier: document.identifier ?? null,
        url: document.url ?? null,
        text_kind: document.text_kind,
        verification: row.verification,
        read_in: [...row.sources],
      },
      sha256: row.sha256,
    }
  },
})

function findSection(kb: KnowledgeBase, document: DocumentBody, name: string): readonly ArticleRow[] {
  const direct = kb.articles.wordings(document.slug, name)
  if (direct.length > 0) return direct
  const contents = kb.articles.contents(document.slug)
  const wanted = identifier(name)
  const alike = contents.find(({ slug: own, number }) => identifier(own) === wanted || identifier(number) === wanted)
  if (alike !== undefined) return kb.articles.wordings(document.slug, alike.slug)
  const candidates = alikeAmong(contents.flatMap((row) => [row.slug, `${row.number} ${row.title}`].map((text) => [text, row.slug] as const)))(name)
  throw new ServiceError(
    'unknown-section',
    {
      es: `No hay apartado «${quoted(name)}» en ${document.slug}${candidates.length > 0 ? `; quizá: ${candidates.join(', ')}` : ''}`,
      en: `No section "${quoted(name)}" in ${document.slug}${candidates.length > 0 ? `; perhaps: ${candidates.join(', ')}` : ''}`,
    },
    { candidates },
  )
}

function chooseWording(
  kb: KnowledgeBase,
  document: DocumentBody,
  wordings: readonly ArticleRow[],
  asked: { readonly version?: string | undefined; readonly as_of?: string | undefined },
): { row: ArticleRow; version: string } {
  const known = kb.book.documents.get(document.slug)
  const held = (known?.editions ?? []).filter(({ version }) => wordings.some(({ editions }) => editions.includes(version)))
  const onDay = known === undefined ? undefined : editionOn(known, asked.as_of ?? kb.meta.referenceDate)?.version
  const wanted = asked.version ?? onDay
  const exact = wordings.find(({ editions }) => wanted !== undefined && editions.includes(wanted))
  if (exact !== undefined && wanted !== undefined) return { row: exact, version: wanted }
  const last = held.at(-1)
  const lastRow = wordings.find(({ editions }) => last !== undefined && editions.includes(last.version))
  if (asked.version === undefined && asked.as_of === undefined && last !== undefined && lastRow !== undefined)
    return { row: lastRow, version: last.version }
  const versions = held.map(({ version }) => version)
  throw new ServiceError(
    'not-in-force',
    {
      es: `El apartado no está en ${asked.version === undefined ? `la edición del ${asked.as_of}` : `la edición «${asked.version}»`}; lo tienen: ${versions.join(', ')}`,
      en: `The section is not in ${asked.version === undefined ? `the edition of ${asked.as_of}` : `edition "${asked.version}"`}; these have it: ${versions.join(', ')}`,
    },
    { candidates: versions },
  )
}

function pathOf(kb: KnowledgeBase, document: DocumentBody, row: ArticleRow, version: string): string[] {
  const path: string[] = []
  const seen = new Set<string>()
  for (let parent = row.parent; parent !== null && !seen.has(parent); ) {
    seen.add(parent)
    const wordings = kb.articles.wordings(document.slug, parent)
    const above = wordings.find(({ editions }) => editions.includes(version)) ?? wordings[0]
    if (above !== undefined) path.unshift(`${above.number} ${above.title}`)
    parent = above?.parent ?? null
  }
  return [document.title, ...path]
}

function neighbours(
  kb: KnowledgeBase,
  document: DocumentBody,
  section: string,
  version: string,
): { previous: z.input<typeof neighbour>; next: z.input<typeof neighbour> } {
  const inEdition = kb.articles.contents(document.slug).filter(({ editions }) => editions.includes(version))
  const at = inEdition.findIndex((row) => row.slug === section)
  const describe = (row: (typeof inEdition)[number] | undefined) =>
    row === undefined
      ? null
      : { section: row.slug, number: row.number, title: row.title, url: `${articleUrl(document, row.slug)}?version=${encodeURIComponent(version)}` }
  return { previous: describe(inEdition[at - 1]), next: describe(inEdition[at + 1]) }
}
