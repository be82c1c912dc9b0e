import { z } from 'zod'
import { keyBody, keyFields } from './key-fields.ts'
import { operation } from './operation.ts'

/** Tells a caller who it is for this installation, and what it may do. */
export const getWhoami = operation({
  method: 'GET',
  path: '/api/v1/whoami',
  scope: undefined,
  tag: 'meta',
  summary: 'Who the caller is',
  description: 'The key that was sent, with its scopes, limits and expiry; for the desktop and the command line, which need none, `key` is null.',
  input: z.strictObject({}),
  output: z.object({ kind: z.enum(['key', 'desktop', 'terminal']), key: keyFields.nullable() }),
  problems: [],
  examples: { me: {} },
  run({ who }) {
    if (who.kind !== 'key') return { kind: who.kind, key: null }
    const { kind, ...key } = who
    return { kind, key: keyBody(key) }
  },
})
