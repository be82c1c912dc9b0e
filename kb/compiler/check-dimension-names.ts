import type { Book } from '../../server/engine/book.ts'
import { identifier } from '../../server/engine/text.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks that no name of a condition is the id or a name of another: a request that states it would state the other. */
export function checkDimensionNames(sources: SourceFolder, { dimensions }: Book): void {
  const holders = new Map<string, string>()
  for (const { id } of dimensions.byId.values()) holders.set(identifier(id), id)
  for (const { id, aliases } of dimensions.byId.values())
    for (const alias of aliases) {
      const holder = holders.get(identifier(alias)) ?? id
      holders.set(identifier(alias), holder)
      if (holder !== id) sources.report('vocabulary/dimensions', 1, `"${alias}" of "${id}" also names "${holder}"`)
    }
}
