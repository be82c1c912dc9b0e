import type { UseQueryResult } from '@tanstack/react-query'
import type { Inputs, Outputs } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { addressOf, type Check, emptyCheck, wireContext, wireValue } from './check.ts'

export type VerdictBody = Outputs['verify']

/** What the names of a check stand for. */
export interface Named {
  readonly geoId: string
  readonly element: string
  readonly parameter: string
}

/** What verify is asked for a check. */
export function verdictInput(check: Check, named: Named): Omit<Inputs['verify'], 'include'> {
  return {
    element: named.element,
    parameter: named.parameter,
    value: wireValue(check.value),
    unit: check.unit,
    geo_id: named.geoId,
    context: wireContext(check.context),
    ...(check.date === '' ? {} : { as_of: check.date }),
  }
}

const nothing: Named = { geoId: '', element: '', parameter: '' }

/** The verdict on a check, with its reasons; waits while there is nothing whole to ask. */
export function useVerdict(check: Check | undefined, named: Named | undefined): UseQueryResult<VerdictBody> {
  const { other: _other, ...asked } = check ?? emptyCheck
  return useAnswer(
    ['verify', addressOf(asked), named],
    (client, signal) => client.verify.query({ ...verdictInput(asked, named ?? nothing), include: ['trace'] }, { signal }),
    check === undefined || named === undefined ? 'wait' : 'ask',
  )
}
