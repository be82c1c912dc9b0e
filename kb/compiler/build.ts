import { checkCases } from './check-cases.ts'
import { type Compiled, checkBase, joinBase, type Result, readBase, resultOf, worldOf } from './compile.ts'
import { casesInTurns, shareOf, type Turns } from './shared-cases.ts'
import { openSources, type SourceFolder } from './source-file.ts'
import { indexedTexts } from './text-indexes.ts'
import { startThread, type Thread } from './thread.ts'
import { tryCases } from './try-cases.ts'
import { fillPack, finishPack } from './write.ts'

/**
 * Compiles the sources of a folder and writes the pack, unless a check fails. A second thread reads what stands apart from the articles, indexes the texts
 * while the checks run, and tries its share of the worked cases on the pack as a server would read it. The problems are those that `compile` finds.
 */
export async function buildPack(root: string, file: string): Promise<Result> {
  const sources = openSources(root)
  const turns = casesInTurns()
  const thread = startThread(root, turns)
  try {
    const read = readBase(sources)
    const base = joinBase(sources, read, await thread.apart(sources))
    if (base === undefined || sources.problems.length > 0) {
      if (base !== undefined) checkBase(sources, base)
      return resultOf(sources, base)
    }
    thread.index(indexedTexts(base))
    checkBase(sources, base)
    const { compiled } = resultOf(sources, base)
    return compiled === undefined ? resultOf(sources, base) : await tryAndWrite(sources, compiled, { file, thread, turns })
  } finally {
    await thread.stop()
  }
}

/** Tries the cases of a base on which every other check passes, and writes it if they give what they say. */
async function tryAndWrite(
  sources: SourceFolder,
  compiled: Compiled,
  { file, thread, turns }: { readonly file: string; readonly thread: Thread; readonly turns: Turns },
): Promise<Result> {
  const database = fillPack(compiled)
  try {
    const documents = compiled.documents.map(({ source: { slug }, cases }) => ({ source: { slug }, cases }))
    thread.tryCases({ pack: database.serialize(), documents, asOf: compiled.referenceDate })
    const own = tryCases(shareOf(documents, turns), worldOf(compiled))
    checkCases(sources, compiled, new Map([...own, ...(await thread.tried())]))
    const result = resultOf(sources, compiled)
    if (result.compiled !== undefined) finishPack(database, await thread.indexes(), file)
    return result
  } finally {
    database.close()
  }
}
