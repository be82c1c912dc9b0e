import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

/** The files of a new document. */
export interface NewDocument {
  readonly collection: string
  readonly slug: string
  readonly title: string
  /** The table of contents as CSV with a header: `slug,number,title`. */
  readonly contents: string
}

/**
 * Writes the folder of a new document: `document.yaml`, `indice.csv` and one article for each row of its table of contents, to be filled in.
 * Gives the files written. Throws `RangeError` where the document exists or the table of contents cannot be read.
 */
export function startDocument(root: string, { collection, slug, title, contents }: NewDocument): string[] {
  const folder = `normativa/${collection}/${slug}`
  if (existsSync(join(root, folder))) throw new RangeError(`${folder} exists: expected the name of a new document`)
  const rows: Record<string, string>[] = parse(contents, { columns: true, skip_empty_lines: true, trim: true })
  const isRow = ({ slug: name, number, title: heading }: Record<string, string>) => [name, number, heading].every((cell) => (cell ?? '') !== '')
  if (rows.length === 0 || !rows.every(isRow))
    throw new RangeError('Cannot read the table of contents: expected a CSV with the columns slug,number,title')
  const files = new Map([
    [`${folder}/document.yaml`, documentText({ collection, slug, title })],
    [
      `${folder}/indice.csv`,
      `slug,number,title\n${rows.map((row) => ['slug', 'number', 'title'].map((name) => cell(row[name] ?? '')).join(',')).join('\n')}\n`,
    ],
    ...rows.map((row, index): [string, string] => [`${folder}/sections/${row['slug']}.md`, sectionText(row, (index + 1) * 10)]),
  ])
  for (const [file, text] of files) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return [...files.keys()]
}

function documentText({ collection, slug, title }: Omit<NewDocument, 'contents'>): string {
  return `slug: ${slug}
collection: ${collection}
title: ${JSON.stringify(title)}
short_title: ${JSON.stringify(title)}
authority: ""
scope: { level: ${collection === 'autonomica' ? 'regional, ccaa: "00"' : 'national'} }
editions:
  - version: "1"
    label: ""
    in_force_from: "1900-01-01"
    date_basis: desconocida
sources:
  texto: ""
`
}

function sectionText(row: Record<string, string>, order: number): string {
  return `---
section: ${row['slug']}
number: ${JSON.stringify(row['number'])}
title: ${JSON.stringify(row['title'])}
order: ${order}
editions: ["1"]
verification: unverified
sources: [texto]
---
1. **** {#p1}
`
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
