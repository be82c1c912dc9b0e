import { fold } from '../engine/fold.ts'
import type { Quantity } from '../engine/quantities.ts'
import { countedKinds } from '../engine/unit.ts'
import { stems } from '../kb/text-analysis.ts'
import type { Word } from './phrase-index.ts'
import type { RuleNames } from './rule-names.ts'

/** Words that tell of things that they are kept for somebody: `accesibles`, and not `accesos`. */
const kept = /(?<![a-z])(?:reservad[oa]|adaptad[oa]|accesible|pmr|minusvalid|discapaci)/

/** Verbs that keep things for somebody: `reserva 3 para…`, `hemos reservado dos`. */
const keeping = /^reserv(?:a|an|o|amos|aron|ado|ados|ada|adas|are|ara|aremos|emos|en|ando)$/

/** Most words between a number and what it counts that the word may stand behind: `2 huecos reservados`. */
const mostBehind = 2

/** True if a bare number is of things that are kept for somebody: `4 reservadas`, `reserva 3`, `1 vivienda adaptada`. */
export function isKept({ unit, start, end }: Quantity, words: readonly Word[]): boolean {
  if (unit !== undefined && !countedKinds.has(unit.kind)) return false
  const [first, last] = [words.findIndex((word) => word.start >= start), words.findLastIndex((word) => word.start < end)]
  if (keeping.test(words[first - 1]?.folded ?? '') && words[first]?.isAfterMark === false) return true
  const number = words.findLastIndex((word) => word.start <= start)
  const behind = words.slice(number + 1, number + 1 + mostBehind)
  const stop = behind.findIndex(({ isAfterMark, folded }) => isAfterMark || /\d/.test(folded) || folded === 'para')
  return last >= 0 && (stop < 0 ? behind : behind.slice(0, stop)).some(({ folded }) => kept.test(folded))
}

/** True if a name is of things kept for somebody. */
export function namesKept(name: string): boolean {
  return kept.test(fold(name))
}

/** The index terms of those words, where they stand for the thing itself: `4 reservadas`. */
const keptStems: ReadonlySet<string> = new Set(stems('reservadas adaptadas accesibles PMR minusválidos discapacidad'))

/** Nouns that stand for any place: `2 huecos reservados` of a cinema. */
const places: ReadonlySet<string> = new Set(stems('hueco sitio espacio puesto lugar'))

/** True if a rule limits a number of things that are kept, of the kind that a question counts. `counted`: its noun or that index term, if it has one. */
export function isOfKept({ written, all }: RuleNames, counted: string | undefined): boolean {
  const [noun] = stems(counted ?? '')
  return namesKept(written) && (noun === undefined || keptStems.has(noun) || places.has(noun) || all.has(noun))
}
