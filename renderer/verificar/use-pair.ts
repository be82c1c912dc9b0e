import { useAnswer } from '../session.tsx'
import type { Condition } from './conditions.tsx'

/** What of a pair makes the form ask for more: the altitude where a limit hangs on it, the day where the base holds several editions. */
interface PairFacts {
  readonly hasAltitude: boolean
  readonly hasDate: boolean
  /** The conditions that limits may depend on and a check may state, needed ones first. */
  readonly conditions: readonly Condition[]
}

const ofAltitude = new Set(['altitud_m', 'climate_zone', 'climate_zone.winter', 'climate_zone.summer'])

/** Asks the service what the limits of an element and a parameter may hang on. Nothing until both are known. */
export function usePair(element: string, parameter: string): PairFacts {
  const isKnown = element !== '' && parameter !== ''
  const { data } = useAnswer(
    ['describe', element, parameter],
    (client, signal) => client.describeParameter.query({ element, parameter }, { signal }),
    isKnown ? 'ask' : 'wait',
  )
  return {
    hasAltitude: data?.conditions.some(({ field }) => ofAltitude.has(field)) ?? false,
    conditions: (data?.conditions ?? []).filter((one) => one.may_state && one.source !== 'element'),
    hasDate: data?.documents.some(({ sections }) => sections.some(({ versions }) => versions.length > 1)) ?? false,
  }
}
