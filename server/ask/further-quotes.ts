import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import { saidIn } from './named.ts'
import type { Ranked } from './ranker.ts'
import type { Slots } from './slots.ts'

/** Most paragraphs quoted beside the first, and candidates looked at for them. */
const [mostFurther, lookedAt] = [2, 24]

/**
 * Paragraphs of the article that answers which have words of the question that no paragraph quoted before has, nearest first: where a question asks for
 * several things, they say the others. Empty if it asks for one.
 */
export function furtherQuotes(
  kb: KnowledgeBase,
  { document, section, version }: { readonly document: string; readonly section: string; readonly version: string },
  ranked: readonly Ranked[],
  { slots, quoted }: { readonly slots: Slots; readonly quoted: string },
): string[] {
  if (!slots.asksSeveral || slots.judges) return []
  const open = saidIn(slots).difference(new Set(stems(quoted)))
  const further: string[] = []
  for (const { unit, rule: other } of ranked.slice(0, lookedAt)) {
    if (unit.document !== document || unit.section !== section || further.length === mostFurther) continue
    const name = other?.rule.cite.paragraph
    const text =
      other === undefined ? unit.body : name === undefined ? undefined : kb.articles.paragraph({ document, section: unit.section, version, name })
    const own = text === undefined || further.includes(text) ? [] : stems(text).filter((stem) => open.has(stem))
    if (text === undefined || own.length === 0) continue
    further.push(text)
    for (const stem of own) open.delete(stem)
  }
  return further
}
