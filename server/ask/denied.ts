import { stems } from '../kb/text-analysis.ts'
import { auxiliary, isDone } from './everyday-words.ts'
import type { Match, Word } from './phrase-index.ts'
import { isDenial } from './phrase-index.ts'

/** Verbs that stand between a denial and what it denies, by their index terms: `no está en un itinerario accesible`, `no llevará ascensor`. */
const verbs = new Set(
  stems(
    'es son sera seran era habra habia tendra tendran tenia tenian llevara llevaran llevaba pondra pondran ponemos pondremos haremos hemos han ira iran esta estan hay tiene tienen lleva llevan pertenece pertenecen forma forman parte dispone disponen dispongo tenemos va van queda quedan puedo puede pueden podemos quiero quiere queremos voy vamos deja dejan dejo hace hacen falta necesidad necesito necesita',
  ),
)

/** `No puedo abrir una ventana`; what cannot be taken away is there. */
const infinitive = /^(?!quit|elimin|retir|suprim|tap|cerr|perd).{2,}(?:ar|er|ir)(?:l[oa]s?)?$/

/** Most words between a denial and what it denies. */
const mostBetween = 5

/** True if a question denies what it names: `sin rociadores`, `cubierta no ventilada`, `no está en un itinerario accesible`. A name that denies is not denied by its own word. */
export function isDenied({ from, to, denies }: Pick<Match<unknown>, 'from' | 'to' | 'denies'>, words: readonly Word[]): boolean {
  if (denies) return false
  if (words.slice(from, to + 1).some(({ folded }) => isDenial(folded))) return true
  if (isOutside(from, words) || isDeniedDeed(from, words)) return true
  for (let position = from - 1; position >= Math.max(0, from - mostBetween); position--) {
    const word = words[position]
    if (word === undefined) return false
    if (isDenial(word.folded)) return isAlone(position, words) || from - position <= 2
    if (word.stem !== undefined && !verbs.has(word.stem) && !infinitive.test(word.folded) && !auxiliary.test(word.folded) && !isDone(words, position))
      return false
  }
  return false
}

/** `Fuera de zona urbana`. */
function isOutside(from: number, words: readonly Word[]): boolean {
  return words[from - 2]?.folded === 'fuera' && /^del?$/.test(words[from - 1]?.folded ?? '')
}

/** A verb that a clause begins with after `no`, but for one that takes away or changes: `No pusieron ascensor`. */
const deed = /^(?!quit|elimin|retir|suprim|tap|cerr|perd|toc|cambi|modific|mov).{2,}(?:ron|an|en|amos|emos|imos)$/

function isDeniedDeed(from: number, words: readonly Word[]): boolean {
  const before = words[from - 1]?.stem === undefined ? from - 2 : from - 1
  const no = words[before - 1]
  return no?.folded === 'no' && (before === 1 || no.isAfterMark) && deed.test(words[before]?.folded ?? '')
}

/** True if a denial is no tag at the end of another clause: `¿cumple o no una cubierta…?`. */
function isAlone(position: number, words: readonly Word[]): boolean {
  return words[position - 1]?.folded !== 'o'
}
