import { auditSubject } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { usualDays, usualScopes } from '../operations/operation.ts'

/** The text of the first key ever, issued now; undefined where there is or was a key, or where nothing can be written. */
export function issueFirstKey({ keys, audit, now, storageError }: Store): string | undefined {
  if (storageError !== undefined || keys.list().length > 0) return undefined
  const { text, key } = keys.issue({ name: 'primera', scopes: [...usualScopes], expiresAt: new Date(now().getTime() + usualDays * 86_400_000) })
  audit.append({ who: { kind: 'service' }, address: null, operation: 'key add', subject: auditSubject(key), status: null, request_id: null })
  return text
}
