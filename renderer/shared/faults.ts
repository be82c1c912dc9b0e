import { askBack, readTypedNumber } from '../../server/engine/typed-number.ts'
import type { Problem } from '../api.ts'
import type { Language } from '../text.ts'

/** What is wrong with each field, by the pointer that the service gives it: `/value`, `/context/altitud_m`. */
export type Faults = Readonly<Record<string, string>>

/** The question that a number which may be thousands or decimals is answered with; undefined for any other text. */
export function ambiguity(typed: string, language: Language): string | undefined {
  const read = readTypedNumber(typed)
  return read.kind === 'ambiguous' ? askBack(typed, read)[language] : undefined
}

/** The numbers among some texts that may be thousands or decimals, by their pointers. */
export function ambiguities(texts: Readonly<Record<string, string>>, language: Language): Faults {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([pointer, typed]) => {
      const fault = ambiguity(typed, language)
      return fault === undefined ? [] : [[pointer, fault]]
    }),
  )
}

/** The conditions of a case by their pointers. */
export function pointed(context: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(context).map(([field, value]) => [`/context/${field}`, value]))
}

/** What the service found wrong, by field. A single fault is told in the words of the whole problem. */
export function faultsOf(problem: Pick<Problem, 'detail' | 'errors'> | undefined): Faults {
  if (problem === undefined) return {}
  const { detail, errors } = problem
  const [only] = errors
  if (only !== undefined && errors.length === 1) return { [only.pointer]: detail.replace(`${only.pointer}: `, '') }
  return Object.fromEntries(errors.map((one) => [one.pointer, one.detail]))
}
