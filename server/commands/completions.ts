import { nameKey } from '../engine/text.ts'

const mostListed = 60

/** What the tab key makes of a typed text: the proposals that begin with it, whatever their case and accents, and the text that they replace. */
export function completionsOf(typed: string, proposals: readonly string[]): [string[], string] {
  const wanted = nameKey(typed)
  const found = [...new Set(proposals)].filter((one) => nameKey(one).startsWith(wanted))
  return [found.length > mostListed ? [] : found, typed]
}
