import { stems } from '../kb/text-analysis.ts'

const known = new Map<string, readonly string[]>()

/** The index terms of a name or title of the knowledge base, worked out once: the rules of an answer ask for the same ones again and again. */
export function nameStems(name: string): readonly string[] {
  const before = known.get(name)
  if (before !== undefined) return before
  const own = stems(name)
  known.set(name, own)
  return own
}
