import type { Problem } from '../api.ts'
import { ambiguities, type Faults, faultsOf, pointed } from '../shared/faults.ts'
import { type Option, optionMeant, optionNamed } from '../shared/pick.tsx'
import type { Language } from '../text.ts'
import { addressOf, type Check } from './check.ts'

/** The numbers of a check that may be thousands or decimals, by field: it is not sent while there is one. */
export function unclearNumbers({ value, context }: Check, language: Language): Faults {
  return ambiguities({ '/value': value, ...pointed(context) }, language)
}

/** The faults of the check that was asked for which the form still holds: a field that was changed since has none yet. */
export function standingFaults(
  { check, asked }: { readonly check: Check; readonly asked: Check },
  { problem, unclear, place }: { readonly problem: Problem | undefined; readonly unclear: Faults; readonly place: string | undefined },
): Faults {
  const found: Faults = { ...faultsOf(problem), ...unclear, ...(place === undefined ? {} : { '/geo_id': place }) }
  return Object.fromEntries(Object.entries(found).filter(([pointer]) => saidAt(check, pointer) === saidAt(asked, pointer)))
}

/** What a check says at a pointer of the service: `/value`, `/context/altitud_m`. */
function saidAt(check: Check, pointer: string): string {
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

/** Whether two checks ask the same, whichever of their names they use for place, element and parameter. */
export function asksTheSame(
  one: Check,
  other: Check,
  options: { readonly places: readonly Option[]; readonly elements: readonly Option[]; readonly parameters: readonly Option[] },
): boolean {
  const named = ({ place, element, parameter, other: _other, ...rest }: Check): string =>
    addressOf({
      ...rest,
      place: optionMeant(options.places, place)?.id ?? place,
      element: optionNamed(options.elements, element)?.id ?? element,
      parameter: optionNamed(options.parameters, parameter)?.id ?? parameter,
    })
  return named(one) === named(other)
}
