import { z } from 'zod'
import { kbRef } from './fields.ts'
import { operation, scopes } from './operation.ts'

/** Identifies the service and the knowledge base, and says what the base covers. */
export const getMeta = operation({
  method: 'GET',
  path: '/api/v1/meta',
  scope: 'read',
  tag: 'meta',
  summary: 'Identity and coverage of the knowledge base',
  description: 'Identifies the knowledge base behind every verdict, for audits, and lists what the base does not cover.',
  input: z.strictObject({}),
  output: z.object({
    service: z.string(),
    api_version: z.string(),
    kb: kbRef,
    reference_date: z.string(),
    scopes: z.array(z.string()).meta({ description: 'Scopes of the caller' }),
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
