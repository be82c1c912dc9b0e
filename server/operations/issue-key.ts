import { z } from 'zod'
import { auditSubject } from '../access/key.ts'
import { issuedKey, keyBody } from './key-fields.ts'
import { defaultDays, defaultScopes, isLimitedAdmin, limitedAdminText, operation, scopes } from './operation.ts'
import { projectIdField, unknownProject } from './stored-project.ts'

const oneLineField = z
  .string()
  .trim()
  .min(1)
  .max(80)
  // Character ranges, since readers of the OpenAPI document may not know classes such as `\p{Cc}`.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u)

/** Issues a key. Its text is returned once and never stored. */
export const issueKey = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/keys',
  scope: 'admin',
  tag: 'admin',
  summary: 'Issue a key',
  description: 'The text of the key is in this answer only.',
  input: z
    .strictObject({
      name: oneLineField.meta({ description: 'Name of the person or program that uses the key' }),
      scopes: z
        .array(z.enum(scopes))
        .min(1)
        .max(scopes.length)
        .default([...defaultScopes]),
      days: z.int().min(1).max(3650).nullable().default(defaultDays).meta({ description: 'Days until the key expires; null: never' }),
      projects: z
        .array(projectIdField)
        .min(1)
        .max(1000)
        .nullable()
        .default(null)
        .meta({ description: 'The only projects that it reaches, and it creates none; null: no limit' }),
      reading_only: z.boolean().default(false).meta({ description: 'It may not change projects, whatever its scopes' }),
      group: oneLineField.nullable().default(null).meta({ description: 'Group of keys, such as those of one team' }),
    })
    .superRefine(rejectLimitedAdmin),
  output: issuedKey,
  problems: ['unknown-project'],
  examples: {
    programa: { name: 'programa de mediciones', scopes: ['read', 'verify'], days: 90 },
    lectura: { name: 'dirección de obra', scopes: ['read'], reading_only: true, group: 'obra norte' },
  },
  async run({ store, actsOn }, { days, scopes: wanted, reading_only: readingOnly, ...rest }) {
    for (const [at, id] of (rest.projects ?? []).entries())
      if ((await store.projects.get(id)) === undefined) throw unknownProject(id, `/projects/${at}`)
    const expiresAt = days === null ? null : new Date(store.now().getTime() + days * 86_400_000)
    const { text, key } = await store.keys.issue({ ...rest, readingOnly, scopes: [...new Set(wanted)], expiresAt })
    actsOn(auditSubject(key))
    return { text, key: keyBody(key) }
  },
})

function rejectLimitedAdmin(
  wanted: { readonly scopes: readonly string[]; readonly projects: readonly string[] | null; readonly reading_only: boolean },
  context: z.RefinementCtx,
): void {
  if (isLimitedAdmin(wanted)) context.addIssue({ code: 'custom', path: ['scopes'], params: { code: 'contradicts', text: limitedAdminText } })
}
