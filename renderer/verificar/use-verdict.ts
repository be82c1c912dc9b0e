import type { UseQueryResult } from '@tanstack/react-query'
import type { Inputs, Outputs } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { addressOf, type Check, emptyCheck, wireContext, wireValue } from './check.ts'

export type VerdictBody = Outputs['verify']

/** The ids of the place, element and parameter of a check. */
export interface CheckIds {
  readonly geoId: string
  readonly element: string
  readonly parameter: string
}

/** The input of verify for a check. */
export function verdictInput(check: Check, ids: CheckIds): Omit<Inputs['verify'], 'include'> {
  return {
    element: ids.element,
    parameter: ids.parameter,
    value: wireValue(check.value),
    unit: check.unit,
    geo_id: ids.geoId,
    context: wireContext(check.context),
    ...(check.date === '' ? {} : { as_of: check.date }),
  }
}

const nothing: CheckIds = { geoId: '', element: '', parameter: '' }

/** The verdict on a check with its trace. Sends nothing while the check is incomplete. */
export function useVerdict(check: Check | undefined, ids: CheckIds | undefined): UseQueryResult<VerdictBody> {
  const { variation: _other, ...asked } = check ?? emptyCheck
  return useAnswer(
    ['verify', addressOf(asked), ids],
    (client, signal) => client.verify.query({ ...verdictInput(asked, ids ?? nothing), include: ['trace'] }, { signal }),
    check === undefined || ids === undefined ? 'wait' : 'ask',
  )
}
