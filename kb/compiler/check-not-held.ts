import type { Book } from '../../server/engine/book.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks `not_held`: it names terms, sections, editions and dimensions that exist; its first day is not after its first edition. */
export function checkNotHeld(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  for (const { folder, source, sections } of documents) {
    const report = (message: string): void => sources.report(`${folder}/document.yaml`, 1, message)
    const earliest = source.editions.map(({ in_force_from }) => in_force_from).sort()[0]
    if (source.first_in_force !== undefined && earliest !== undefined && source.first_in_force > earliest)
      report(`first_in_force ${source.first_in_force} is after the first edition: expected ${earliest} or before`)
    const slugs = new Set(sections.map(({ value }) => value.section))
    const versions = new Set(source.editions.map(({ version }) => version))
    for (const { element, parameter, section, number, editions, when } of source.not_held) {
      const say = (message: string): void => report(`not_held "${number}": ${message}`)
      for (const id of element) if (!book.elements.byId.has(id)) say(`unknown element "${id}"`)
      for (const id of parameter) if (!book.parameters.byId.has(id)) say(`unknown parameter "${id}"`)
      if (!slugs.has(section)) say(`unknown section "${section}"`)
      for (const edition of editions) if (!versions.has(edition)) say(`unknown edition "${edition}": expected one of ${[...versions].join(', ')}`)
      for (const name of Object.keys(when)) if (!book.dimensions.byId.has(name)) say(`unknown dimension "${name}"`)
    }
  }
}
