import { offeringPairs } from './near-pairs.ts'
import { operation } from './operation.ts'
import { verdictOutput } from './verdict-schema.ts'
import { verifyAnswer } from './verify-case.ts'
import { verifyHelp } from './verify-help.ts'
import { verifyInput } from './verify-input.ts'

/** Checks one value against the limit in force at a place. */
export const verify = operation({
  method: 'POST',
  path: '/api/v1/verify',
  scope: 'verify',
  tag: 'verify',
  summary: 'Check one value against the limit in force at a place',
  description:
    'Deterministic: the same body and knowledge base give the same bytes. A 200 is always COMPLIANT or NON_COMPLIANT; what cannot be decided is a 422 that says what is missing.',
  input: verifyInput,
  output: verdictOutput,
  problems: [
    'contradiction',
    'unknown-element',
    'unknown-parameter',
    'unknown-code',
    'unit-mismatch',
    'no-applicable-rule',
    'not-in-force',
    'geo-too-coarse',
    'indeterminate',
    'unknown-municipality',
  ],
  examples: {
    cubierta: {
      element: 'cubierta-plana',
      parameter: 'transmitancia-termica',
      value: 0.5,
      unit: 'W/m²K',
      geo_id: 'ES-28079',
      codes: [{ slug: 'cte-db-he' }],
    },
  },
  help: verifyHelp,
  run(context, input) {
    return offeringPairs(context, input, () => verifyAnswer(context, input))
  },
})
