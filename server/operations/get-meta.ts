import { z } from 'zod'
import { kbRef } from './fields.ts'
import { operation, scopes } from './operation.ts'

/** What this service is and what its base holds. */
export const getMeta = operation({
  method: 'GET',
  path: '/api/v1/meta',
  scope: 'read',
  tag: 'meta',
  summary: 'Identity and coverage of the knowledge base',
  description: 'What an auditor needs to name the state a verdict came from, and what the base does not hold.',
  input: z.strictObject({}),
  output: z.object({
    service: z.string(),
    api_version: z.string(),
    kb: kbRef,
    reference_date: z.string(),
    scopes: z.array(z.string()).meta({ description: 'What who asks may do' }),
    coverage: z.unknown(),
  }),
  problems: [],
  examples: { meta: {} },
  run({ kb, who }) {
    const { id, version, sha256, referenceDate, coverage } = kb.meta
    const allowed = who.kind === 'key' ? who.scopes : scopes
    return { service: 'plomada', api_version: 'v1', kb: { id, version, sha256 }, reference_date: referenceDate, scopes: [...allowed], coverage }
  },
})
