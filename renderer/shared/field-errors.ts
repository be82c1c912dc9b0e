import { askBack, readTypedNumber } from '../../server/engine/typed-number.ts'
import type { Problem } from '../api.ts'
import type { Language } from '../text.ts'

/** Error messages by JSON pointer of the field: `/value`, `/context/altitud_m`. */
export type FieldErrors = Readonly<Record<string, string>>

/** The error message for an ambiguous number such as `3.000`; undefined for any other text. */
export function ambiguity(typed: string, language: Language): string | undefined {
  const read = readTypedNumber(typed)
  return read.kind === 'ambiguous' ? askBack(typed, read)[language] : undefined
}

/** The error messages for ambiguous numbers among the texts, by pointer. */
export function ambiguities(texts: Readonly<Record<string, string>>, language: Language): FieldErrors {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([pointer, typed]) => {
      const message = ambiguity(typed, language)
      return message === undefined ? [] : [[pointer, message]]
    }),
  )
}

/** Conditions keyed by their JSON pointer. */
export function byPointer(context: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(context).map(([field, value]) => [`/context/${field}`, value]))
}

/** The errors of a problem document, by field. A single error has the message in the problem's `detail`. */
export function fieldErrorsOf(problem: Pick<Problem, 'detail' | 'errors'> | undefined): FieldErrors {
  if (problem === undefined) return {}
  const { detail, errors } = problem
  const [only] = errors
  if (only !== undefined && errors.length === 1) return { [only.pointer]: detail.replace(`${only.pointer}: `, '') }
  return Object.fromEntries(errors.map((one) => [one.pointer, one.detail]))
}
