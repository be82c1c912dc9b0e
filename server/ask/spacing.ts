import type { Parameter, Rule } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { magnitudesOf } from './magnitudes.ts'
import type { Slots } from './slots.ts'

/** True for the greatest way or distance to a thing whose number is asked for: `cuántos extintores` is answered by `uno cada 15 m`. */
export function isSpacing(
  { element, bound }: Rule,
  parameter: Parameter | undefined,
  slots: Pick<Slots, 'asksCount' | 'elements' | 'words'>,
): boolean {
  if (!slots.asksCount || bound !== 'max' || parameter === undefined) return false
  const counted = slots.words[slots.words.findIndex(({ folded }) => /^cuant[oa]s$/.test(folded)) + 1]?.stem
  const isNamed = ({ label, aliases }: { readonly label: string; readonly aliases: readonly string[] }): boolean =>
    [label, ...aliases].some((name) => stems(name)[0] === counted)
  const kinds = magnitudesOf(parameter)
  return (kinds.has('recorrido') || kinds.has('distancia')) && slots.elements.some((one) => element.includes(one.id) && isNamed(one))
}
