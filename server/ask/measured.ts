import type { Book } from '../engine/book.ts'
import { stems } from '../kb/text-analysis.ts'

/** Words that say what is measured: a question for one of them is answered in a unit that the base measures it in. */
const measures = new Set(
  stems(
    'altura anchura ancho longitud superficie espesor grosor diámetro distancia separación potencia profundidad sección temperatura presión caudal pendiente velocidad tensión radio',
  ),
)

/** What asks for a size by its name: `qué altura`, `a qué ancho`, `cuál es la anchura`. */
const asking = /(?<!\p{L})(?:qu[eé]|cu[aá]l(?:es)?\s+(?:es|son|ser[ií]a)\s+(?:el|la|los|las))\s+(\p{L}+)/giu
const interrogative = /(?<!\p{L})(?:cu[aá]|qu[eé]|c[oó]mo|d[oó]nde)|\?/iu

/** The words that a question asks with for a size: those behind `qué` or `cuál es`. */
export function sizesAsked(question: string): string[] {
  return [...question.matchAll(asking)].flatMap(([, word = '']) => stems(word).slice(0, 1))
}

/** True for a question how often or how far apart something is (`cada cuánto se revisa`), as often as it asks. */
export function asksIntervals(question: string): boolean {
  const intervals = question.match(/(?<!\p{L})cada cu[aá]nto(?!\p{L})/giu) ?? []
  const all = question.match(/(?<!\p{L})(?:cu[aá](?:nt|l)\p{L}*|qué)(?!\p{L})/giu) ?? []
  return intervals.length > 0 && intervals.length === all.length
}

/** The only size that a note without a question word names, if it begins with it: `presión en el grifo`, and not `ancho y altura`. */
function sizeNoted(question: string): string[] {
  const all = interrogative.test(question) ? [] : stems(question)
  const named = new Set(all.filter((stem) => measures.has(stem)))
  return named.size === 1 && measures.has(all[0] ?? '') ? [...named] : []
}

/** Returns the kinds of units in which the base measures what a question asks for: `qué presión`. Undefined if it asks for nothing that is measured so. */
export function measuredIn({ parameters, units }: Book): (question: string) => ReadonlySet<string> | undefined {
  const kinds = new Map<string, Set<string>>()
  for (const { label, aliases, unit } of parameters.byId.values()) {
    // A share of a length is no answer to how long.
    const kind = unit === undefined || unit === '1' ? undefined : units.parse(unit)?.kind
    if (kind === undefined) continue
    for (const name of [label, ...aliases]) {
      const [head = ''] = stems(name)
      if (measures.has(head)) kinds.set(head, (kinds.get(head) ?? new Set()).add(kind))
    }
  }
  const intervals = new Set(['h', 'día', 'mes', 'año', 'm'].flatMap((unit) => units.parse(unit)?.kind ?? []))
  return (question) => {
    if (asksIntervals(question)) return intervals
    const [only, other] = new Set([...sizesAsked(question).filter((stem) => measures.has(stem)), ...sizeNoted(question)])
    return only === undefined || other !== undefined ? undefined : kinds.get(only)
  }
}
