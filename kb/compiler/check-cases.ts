import type { Book } from '../../server/engine/book.ts'
import { checkTried, nothingTried } from './check-tried.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'
import type { TriedCases } from './try-cases.ts'

/** Reports what the worked examples gave; each must give what it says, and together they must try every rule and column. */
export function checkCases(
  sources: SourceFolder,
  { documents, book }: { readonly documents: readonly ReadDocument[]; readonly book: Book },
  results: ReadonlyMap<string, TriedCases>,
): void {
  for (const document of documents) {
    const { faults, tried } = results.get(document.source.slug) ?? { faults: [], tried: nothingTried() }
    for (const { group, message } of faults) {
      const { file, line } = document.cases[group] ?? { file: document.folder, line: 1 }
      sources.report(file, line, message)
    }
    checkTried(sources, document, book, tried)
  }
}
