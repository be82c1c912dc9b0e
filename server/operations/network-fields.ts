import { z } from 'zod'
import type { NetworkState } from '../http/network.ts'

/** The state of the network listener, as operations return it. */
export const networkFields = z.object({
  reach: z
    .enum(['none', 'machine', 'lan'])
    .meta({ description: 'Where the server can be reached from: nowhere, this machine, or also its private network (TLS)' }),
  urls: z.array(z.string()),
  certificate: z
    .object({
      fingerprint: z.string().meta({ description: 'SHA-256 of the TLS certificate that clients must trust' }),
      expires_at: z.string(),
      is_own_authority: z
        .boolean()
        .meta({ description: 'true: the certificate authority of this program, at `/ca.crt`; false: a TLS certificate set by the operator' }),
    })
    .nullable(),
})

/** The state when nothing listens. */
export const closedNetwork: NetworkState = { reach: 'none', urls: [], certificate: undefined }

/** Describes the state of the listener as operations return it. */
export function networkBody({ reach, urls, certificate }: NetworkState): z.input<typeof networkFields> {
  return { reach, urls: [...urls], certificate: certificate ?? null }
}
