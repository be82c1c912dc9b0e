import type { Problem } from '../api.ts'
import { ambiguities, byPointer, type FieldErrors, fieldErrorsOf } from '../shared/field-errors.ts'
import { type Option, optionMeant, optionNamed } from '../shared/options.ts'
import type { Language } from '../text.ts'
import { addressOf, type Check } from './check.ts'

/** Error messages for ambiguous numbers, by field. The check is not sent while there are any. */
export function ambiguousNumbers({ value, context }: Check, language: Language): FieldErrors {
  return ambiguities({ '/value': value, ...byPointer(context) }, language)
}

/** The errors of the submitted check (`asked`), without those of fields that the user has changed since. */
export function currentErrors(
  { check, asked }: { readonly check: Check; readonly asked: Check },
  { problem, unclear, place }: { readonly problem: Problem | undefined; readonly unclear: FieldErrors; readonly place: string | undefined },
): FieldErrors {
  const found: FieldErrors = { ...fieldErrorsOf(problem), ...unclear, ...(place === undefined ? {} : { '/geo_id': place }) }
  return Object.fromEntries(Object.entries(found).filter(([pointer]) => fieldValue(check, pointer) === fieldValue(asked, pointer)))
}

/** The value of a check at a JSON pointer: `/value`, `/context/altitud_m`. */
function fieldValue(check: Check, pointer: string): string {
  const condition = /^\/context\/(.*)$/.exec(pointer)?.[1]
  if (condition !== undefined) return check.context[condition] ?? ''
  const { place, element, parameter, value, unit, date } = check
  const said: Readonly<Record<string, string>> = {
    '/geo_id': place,
    '/element': element,
    '/parameter': parameter,
    '/value': value,
    '/unit': unit,
    '/as_of': date,
  }
  return said[pointer] ?? ''
}

/** True if two checks are the same, even if they use different names for place, element or parameter. */
export function isSameCheck(
  one: Check,
  other: Check,
  options: { readonly places: readonly Option[]; readonly elements: readonly Option[]; readonly parameters: readonly Option[] },
): boolean {
  const normalized = ({ place, element, parameter, variation: _variation, ...rest }: Check): string =>
    addressOf({
      ...rest,
      place: optionMeant(options.places, place)?.id ?? place,
      element: optionNamed(options.elements, element)?.id ?? element,
      parameter: optionNamed(options.parameters, parameter)?.id ?? parameter,
    })
  return normalized(one) === normalized(other)
}
