import type { AnswerIndex } from '../kb/answer-index.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import { magnitudeWords } from './magnitudes.ts'
import type { Word } from './phrase-index.ts'
import type { Slots } from './slots.ts'

/** Words that ask, and say nothing of what is asked for. */
export const frame = new Set(stems('entiende significa define definición llama'))
/** … whether something complies. */
const judging = new Set(stems('ok okey vale bien correcto correcta pasa cumple llega sirve aguanta basta suficiente legal'))

/** Verbs that ask for a quantity, and the words of its ends: they name no subject. */
const verbs = new Set(stems('mínimo máximo está están hay tiene tienen mide miden pesa pesan dura duran vive viven lleva llevan cuesta vale'))

interface Read {
  readonly slots: Slots
  readonly unread: ReadonlySet<string>
}

/**
 * True if a question asks of something else than the base does: of its words that name no quantity, half or more are unknown and like no other; or all
 * are names of something (`el Sol`); or, in another language, all are `unread`, without a translation.
 */
export function isOtherSubject(kb: KnowledgeBase, { terms }: AnswerIndex, { slots, unread }: Read): boolean {
  const { words, placeWords, usedWords, parameters } = slots
  const quantities = new Set([...magnitudeWords, ...parameters.flatMap(({ label, aliases }) => stems([label, ...aliases].join(' ')))])
  const subject = words.flatMap((word, position) => {
    const { stem: own, folded } = word
    const isBeside = placeWords.has(position) || usedWords.has(position) || /\d/.test(folded) || isUnitAsked(word, slots)
    return own === undefined || isBeside || quantities.has(own) || frame.has(own) || judging.has(own) || verbs.has(own)
      ? []
      : [{ own, folded, isName: isName(words, position) }]
  })
  if (subject.length > 0 && subject.every(({ folded }) => unread.has(folded))) return true
  if (unread.size > 0) return false
  const ofBase = namesIn(kb, slots)
  // A name is no mistyped word; and that of a star is no word of the base, though it may be written like one.
  const isUnknown = ({ own, folded, isName: named }: (typeof subject)[number]): boolean =>
    !terms.has(own) && (named || kb.index.terms(folded).length === 0)
  const unknown = subject.filter(isUnknown)
  if (unknown.length > 0 && 2 * unknown.length >= subject.length) return true
  return subject.length > 0 && subject.every((one) => one.isName && !ofBase.has(one.own))
}

/** True for the unit that a question asks for: `cuántos años`. */
function isUnitAsked({ text }: Word, { unit }: Slots): boolean {
  return unit?.text === text
}

/** True for a word with a capital inside a sentence. */
function isName(words: readonly Word[], position: number): boolean {
  const [word, before] = [words[position], words[position - 1]]
  // A title has capitals throughout.
  return word !== undefined && before !== undefined && /^\p{Lu}\p{Ll}+$/u.test(word.text) && /^\p{Ll}/u.test(before.text)
}

/** The words by which a question names what the base has: elements, and values of conditions. */
function namesIn({ book }: KnowledgeBase, { elements, known }: Slots): ReadonlySet<string> {
  const values = [...known].flatMap(([name, value]) => book.dimensions.byId.get(name)?.values.filter(({ id }) => id === value) ?? [])
  return new Set(stems([...elements, ...values].flatMap(({ label, aliases }) => [label, ...aliases]).join(' ')))
}
