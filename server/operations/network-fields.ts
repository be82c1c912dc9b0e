import { z } from 'zod'
import type { NetworkState } from '../http/network.ts'

/** State of the network listener, as operations answer it. */
export const networkFields = z.object({
  reach: z
    .enum(['none', 'machine', 'lan'])
    .meta({ description: 'From where it can be reached: nowhere, this machine, its private network too (TLS)' }),
  urls: z.array(z.string()),
  certificate: z
    .object({
      fingerprint: z.string().meta({ description: 'SHA-256 of what clients are to trust' }),
      expires_at: z.string(),
      is_own_authority: z.boolean().meta({ description: 'Made by this program (its authority is at `/ca.crt`), or given by the operator' }),
    })
    .nullable(),
})

/** The state when nothing listens. */
export const closedNetwork: NetworkState = { reach: 'none', urls: [], certificate: undefined }

/** The state of the listener as operations answer it. */
export function networkBody({ reach, urls, certificate }: NetworkState): z.input<typeof networkFields> {
  return { reach, urls: [...urls], certificate: certificate ?? null }
}
