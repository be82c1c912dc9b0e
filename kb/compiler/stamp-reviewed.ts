import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRules } from './format-block.ts'
import { meaningDigest } from './meaning.ts'
import { describe } from './problem.ts'
import { readDocuments } from './read-document.ts'
import { readVocabulary } from './read-vocabulary.ts'
import { openSources } from './source-file.ts'

/** The rules to mark as read a second time: articles by their path in the base, and in them the rules named, or all where none is. */
export interface ReviewRequest {
  readonly files: readonly string[]
  readonly rules: readonly string[]
  readonly date: string
}

/** Marks rules as read a second time on a day, with the digest of what they say now. Gives the ids marked. Throws `RangeError` where a file or rule cannot be read. */
export function stampReviewed(root: string, { files, rules, date }: ReviewRequest): string[] {
  const sources = openSources(root)
  const documents = readDocuments(sources, readVocabulary(sources))
  const found = documents.flatMap(({ rules: own, tables }) =>
    own
      .filter(({ file, value }) => files.includes(file) && (rules.length === 0 || rules.includes(value.id)))
      .map(({ file, value }) => ({
        file,
        id: value.id,
        digest: meaningDigest(
          value,
          tables.map((table) => table.value),
        ),
      })),
  )
  const unreadable = sources.problems.filter(({ file }) => files.includes(file))
  if (unreadable.length > 0) throw new RangeError(unreadable.map(describe).join('\n'))
  for (const file of files) if (!sources.texts.has(file)) throw new RangeError(`${file}: is no article of the base`)
  for (const id of rules) if (!found.some((one) => one.id === id)) throw new RangeError(`rule "${id}" is in none of these files`)
  for (const file of files) {
    const marks = new Map(found.flatMap((one) => (one.file === file ? [[one.id, `revisado: ${date} ${one.digest}`] as const] : [])))
    const path = join(root, file)
    writeFileSync(path, markRules(readFileSync(path, 'utf8'), marks))
  }
  return found.map(({ id }) => id)
}

/** Writes each mark into its rule, in place of an older one. */
function markRules(article: string, marks: ReadonlyMap<string, string>): string {
  const marked = article.replace(/^```regla (\S+)\n([\s\S]*?)^```$/gm, (whole, id: string, block: string) => {
    const mark = marks.get(id)
    return mark === undefined ? whole : `\`\`\`regla ${id}\n${block.replace(/^revisado:.*\n/m, '')}${mark}\n\`\`\``
  })
  return formatRules(marked)
}
