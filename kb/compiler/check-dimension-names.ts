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

/** Checks, in a base with English names, that each condition and each value whose label has words has one, and that no two conditions with different labels share theirs. */
export function checkEnglishNames(sources: SourceFolder, { dimensions }: Book): void {
  const all = [...dimensions.byId.values()]
  if (all.every(({ en }) => en === undefined)) return
  const report = (message: string): void => sources.report('vocabulary/dimensions', 1, message)
  const holders = new Map<string, (typeof all)[number]>()
  for (const dimension of all) {
    const { id, label, en, values } = dimension
    if (en === undefined) report(`"${id}" has no English name: give it \`en\``)
    for (const value of values)
      if (value.en === undefined && hasWords(value.label)) report(`the value "${value.id}" of "${id}" has no English name: give it \`en\``)
    const holder = holders.get(identifier(en ?? id)) ?? dimension
    holders.set(identifier(en ?? id), holder)
    if (holder.label !== label) report(`"${en}" is the English name of "${id}" and of "${holder.id}"`)
  }
}

/** Whether a label is more than a symbol or a code (`C24`, `HD-4`, `α3`), which is the same in both languages. */
function hasWords(label: string): boolean {
  return /\p{Ll}{3}/u.test(label)
}
