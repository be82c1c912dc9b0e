import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Editions, parents, sources and tables of each document name things that exist; no wording is there twice. */
export function checkDocuments(sources: SourceFolder, documents: readonly ReadDocument[]): void {
  for (const { folder, source, sections, tables } of documents) {
    const versions = new Set(source.editions.map(({ version }) => version))
    const slugs = new Set(sections.map(({ value }) => value.section))
    const wordings = new Set<string>()
    if (sections.length === 0) sources.report(`${folder}/document.yaml`, 1, 'has no sections')
    for (const { file, line, value } of [...sections, ...tables]) {
      for (const edition of value.editions)
        if (!versions.has(edition)) sources.report(file, line, `unknown edition "${edition}": expected one of ${[...versions].join(', ')}`)
      for (const key of value.sources)
        if (source.sources[key] === undefined) sources.report(file, line, `unknown source "${key}": expected a key of sources in document.yaml`)
    }
    for (const { file, line, value } of sections) {
      if (value.parent !== null && !slugs.has(value.parent)) sources.report(file, line, `unknown parent "${value.parent}"`)
      for (const edition of value.editions) {
        if (wordings.has(`${value.section} ${edition}`))
          sources.report(file, line, `section "${value.section}" has two wordings in edition ${edition}`)
        wordings.add(`${value.section} ${edition}`)
      }
    }
    for (const { section, except, editions } of source.outside) {
      for (const slug of [section, ...except])
        if (!slugs.has(slug)) sources.report(`${folder}/document.yaml`, 1, `outside: unknown section "${slug}"`)
      for (const edition of editions)
        if (!versions.has(edition)) sources.report(`${folder}/document.yaml`, 1, `outside: unknown edition "${edition}"`)
    }
    for (const { file, line, value } of tables)
      if (!slugs.has(value.section)) sources.report(file, line, `table "${value.table}": unknown section "${value.section}"`)
  }
}
