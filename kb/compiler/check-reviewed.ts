import { meaningDigest } from './meaning.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** A rule that was read a second time must still say what it said that day. */
export function checkReviewed(sources: SourceFolder, documents: readonly ReadDocument[]): void {
  for (const { rules, tables } of documents) {
    const ownTables = tables.map(({ value }) => value)
    for (const { file, line, value, reviewedDigest } of rules)
      if (value.reviewed !== undefined && reviewedDigest !== meaningDigest(value, ownTables)) {
        const fault = reviewedDigest === undefined ? 'has a second reading without its digest' : `changed since it was read on ${value.reviewed.date}`
        sources.report(
          file,
          line,
          `rule "${value.id}" ${fault}: read it again in the text, then npm run kb:reviewed -- kb/${file} --rule ${value.id}`,
        )
      }
  }
}
