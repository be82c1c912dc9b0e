import { fold } from '../engine/fold.ts'
import type { FigureAnswer } from './figures.ts'
import type { FreeQuantity } from './slots.ts'

/** A number that leads up to another one, with its unit if it has one: `entre 85 y 95 cm`, `24 y 27 m`, `de 40 cm a 60 cm`. */
const leading = /(?<![\p{L}\d.,/])(entre\s+|de\s+)?\d+(?:[.,]\d+)?\s*(\p{L}{1,3}[²³23]?|%)?\s*(y|a|o|,|-|–)\s*$/u
/** A second number of what was measured twice: `90 cm en un lado y 80 en el otro`. */
const second = /^[^.;:?¿]{0,25}\by\s+\d+(?:[.,]\d+)?\s+(?:en|por|de)\s+(?:el|la)\s+otr[oa]/iu
/** `No puede arrimarse a menos de 20 m`: it is 20 m or more. */
const denied = /(?<!\p{L})no\s+(?!lleg)[^.,;:?¿]{0,40}(?:menos|m[aá]s|inferior|superior|menor|mayor)[^.,;:?¿]{0,8}$/iu
/** `La inspección de los diez años` names what is inspected. */
const ofName = /(?<!\p{L})de\s+l[oa]s\s*$/iu
/** A question that asks in the end whether one of a thing is enough: `¿Se admite una única salida?`. */
const oneOnly = /(?<!\p{L})(?:una? (?:sol[oa]|únic[oa])|un único) \p{L}+[^.?]*\?\s*$/iu
/** What is so on one side, or of some, and may be otherwise on the other, or of the rest. */
const partly = /(?<!\p{L})(?:(?:a|en|por|de)\s+un\s+(?:solo\s+|único\s+)?lado|la mitad|s[oó]lo por)(?!\p{L})/iu
/** A ratio: `1:12`, `1/350`, `L/400`. A year behind the stroke is the number of a law. */
const ratio = /(?<![\p{L}\d])(?:1|[LlHh])\s?[:/]\s?(?!(?:19|20)\d\d\b)\d{1,4}(?![\d/])/u

/** How the titles begin of rules that limit by how much something is more than another, and how a question says that its value is that. */
const ofDifference = /^(?:[^:]*: )?(?:diferencia (?!de cota)|exceso|incremento|variacion|dispersion)|sobre la del/
const saysDifference = /diferen|exce[sd]|increment|vari|desigual|distint|dispers|(?:m[aá]s|menos) (?:\p{L}+ )?que|por encima|sobre (?:el|la)/iu
/** How far before a value and behind it a question may say so. */
const [ahead, further] = [60, 25]

/**
 * What a question says of a value, if it is no single figure that could be held against a limit: a ratio, which is not read; one that is no
 * difference, where a difference is limited; several values at once, of which one
 * alone is judged; one that only some have; or a bound (`menos de 90 cm`), unless whatever lies beyond it stands to the limit as the figure itself.
 */
export function inexactIn(question: string, { loaded, quantity, bounds, judgement }: FigureAnswer, classes: readonly string[]): string | undefined {
  const [told] = ratio.exec(question) ?? []
  if (told !== undefined) return told
  // Of two classes nobody says which is of what.
  if (loaded.rule.bound === 'class' && classes.length > 1 && judgement !== undefined) return classes.join(', ')
  if (quantity === undefined || judgement === undefined) return undefined
  const { start, end, unit } = quantity.quantity
  const [before, text, after] = [question.slice(0, start), question.slice(start, end), question.slice(end)]
  if (ofName.test(before)) return text
  if (isOpen(quantity, bounds, { isWithin: judgement.isWithin, isDenied: denied.test(before) })) return text
  if (ofDifference.test(fold(loaded.rule.title)) && !saysDifference.test(question.slice(Math.max(0, start - ahead), end + further))) return text
  // One that fails is enough.
  if (!judgement.isWithin) return undefined
  const [one] = loaded.rule.unit === '1' ? [] : (oneOnly.exec(question) ?? [])
  if (one !== undefined) return one.replace(/\?\s*$/, '')
  const [some] = partly.exec(question) ?? []
  if (some !== undefined) return some
  const [others, opening, ofOther, join] = leading.exec(before) ?? []
  const isOne = ofOther === undefined || ofOther === unit?.text
  if (others !== undefined && isOne && (join !== 'a' || opening !== undefined)) return `${others.trim()} ${text}`
  const [again] = second.exec(after) ?? []
  return again === undefined ? undefined : `${text}${again}`
}

/** True for a value that is said to be less or more than a figure, where some such values meet the bounds and others fail them. */
function isOpen(
  { quantity: { sense } }: FreeQuantity,
  bounds: FigureAnswer['bounds'],
  { isWithin, isDenied }: { readonly isWithin: boolean; readonly isDenied: boolean },
): boolean {
  if (sense === 'exactly') return false
  const isBelow = (sense === 'below') !== isDenied
  const [next, passed] = isBelow ? (['min', 'max'] as const) : (['max', 'min'] as const)
  // What complies goes on complying where no bound lies ahead, and what fails goes on failing where none lies behind.
  return bounds.some(({ side }) => side !== (isWithin ? passed : next))
}
