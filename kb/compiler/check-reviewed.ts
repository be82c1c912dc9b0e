import { cellsDigest } from './compare-table.ts'
import { meaningDigest } from './meaning.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** A rule or a table that was read a second time must still say what it said that day. */
export function checkReviewed(sources: SourceFolder, documents: readonly ReadDocument[]): void {
  for (const { rules, tables } of documents) {
    checkRules(sources, rules, tables)
    for (const { file, line, secondReading, value } of tables) {
      if (secondReading === undefined || secondReading.endsWith(cellsDigest(value.header, value.rows))) continue
      sources.report(file, line, `the table changed since it was read on ${secondReading.slice(0, 10)}: transcribe it again, then npm run kb:compare`)
    }
  }
}

function checkRules(sources: SourceFolder, rules: ReadDocument['rules'], tables: ReadDocument['tables']): void {
  const ownTables = tables.map(({ value }) => value)
  for (const { file, line, value, reviewedDigest } of rules)
    if (value.reviewed !== undefined && reviewedDigest !== meaningDigest(value, ownTables)) {
      const fault = reviewedDigest === undefined ? 'has a second reading without its digest' : `changed since it was read on ${value.reviewed.date}`
      sources.report(file, line, `rule "${value.id}" ${fault}: read it again in the text, then npm run kb:reviewed -- kb/${file} --rule ${value.id}`)
    }
}
