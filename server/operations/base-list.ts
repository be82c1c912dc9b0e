import { z } from 'zod'
import type { Context } from './operation.ts'

/** The knowledge bases of an installation, as operations return them. */
export const baseList = z.object({
  because: z.string().meta({ description: 'Why this base is in use' }),
  held: z
    .array(
      z.object({
        id: z.string(),
        version: z.string(),
        reference_date: z.string(),
        sha256: z.string().meta({ description: 'Hash of the sources, as in `kb` of every verdict' }),
        origin: z.enum(['installed', 'shipped', 'asked']),
        in_use: z.boolean(),
        pack_sha256: z.string().optional(),
        key_id: z.string().optional().meta({ description: 'Key that signed the pack' }),
        commit: z.string().nullable().optional(),
      }),
    )
    .meta({ description: 'The base in use first, then the one that a rollback returns to' }),
  trusted_keys: z.array(z.object({ id: z.string(), origin: z.enum(['shipped', 'added']) })),
  may_trust: z.boolean().meta({ description: 'True if this caller may add a trusted key: the desktop only' }),
})

/** Lists the bases for the caller of a request. */
export function baseListOf({ bases, language, who }: Context): z.input<typeof baseList> {
  return {
    because: bases.chosen().because[language],
    held: bases.list().map(({ id, version, referenceDate, sourcesSha256, origin, isInUse, pack }) => ({
      id,
      version,
      reference_date: referenceDate,
      sha256: sourcesSha256,
      origin,
      in_use: isInUse,
      ...(pack === undefined ? {} : { pack_sha256: pack.sha256, key_id: pack.keyId, commit: pack.commit }),
    })),
    trusted_keys: bases.keys().map(({ id, origin }) => ({ id, origin })),
    may_trust: who.kind === 'desktop',
  }
}
