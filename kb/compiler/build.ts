import { checkCases } from './check-cases.ts'
import { checkBase, joinBase, type Result, readBase, resultOf, worldOf } from './compile.ts'
import { openSources } from './source-file.ts'
import { indexedTexts } from './text-indexes.ts'
import { startThread } from './thread.ts'
import { tryCases } from './try-cases.ts'
import { writePack } from './write.ts'

/**
 * Compiles the sources of a folder and writes the pack, unless a check fails. A second thread reads what stands apart from the articles, and indexes the texts
 * while the checks run. The problems are those that `compile` finds.
 */
export async function buildPack(root: string, file: string): Promise<Result> {
  const sources = openSources(root)
  const thread = startThread(root)
  try {
    const read = readBase(sources)
    const base = joinBase(sources, read, await thread.apart(sources))
    if (base === undefined) return resultOf(sources, base)
    if (sources.problems.length === 0) thread.index(indexedTexts(base))
    checkBase(sources, base)
    if (sources.problems.length === 0) checkCases(sources, base, tryCases(base.documents, worldOf(base)))
    const result = resultOf(sources, base)
    if (result.compiled !== undefined) writePack(result.compiled, file, await thread.indexes())
    return result
  } finally {
    await thread.stop()
  }
}
