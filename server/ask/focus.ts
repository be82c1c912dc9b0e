import type { Parameter } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { magnitudesIn, magnitudesOf } from './magnitudes.ts'
import type { Word } from './phrase-index.ts'

/** The index terms of the last sentence of a question, if it has no number: `¿Correcto de tensión?` after a sentence with the values. Empty if there is none. */
export function focusOf(question: string, words: readonly Word[]): ReadonlySet<string> {
  const last = /[¿.!;:][^¿.!;:\d]*\?\s*$/.exec(question)
  if (last === null) return new Set()
  return new Set(words.filter(({ start }) => start >= last.index).flatMap(({ stem }) => stem ?? []))
}

/** True if what a question asks in the end is a quantity, by a word of its name or by its kind of length: `¿Está bien de largo?`. */
export function isInFocus(focus: ReadonlySet<string>, parameter: Parameter): boolean {
  // Of `duración de la prueba` the first word says what is measured.
  const names = [parameter.label, ...parameter.aliases].flatMap((name) => stems(name).slice(0, 1))
  const asked = magnitudesIn(focus)
  const own = magnitudesOf(parameter)
  return names.some((stem) => focus.has(stem)) || asked.some((magnitude) => own.has(magnitude))
}
