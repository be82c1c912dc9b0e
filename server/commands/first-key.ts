import { auditSubject } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { defaultDays, type Scope } from '../operations/operation.ts'

/** Issues the first key of an installation with these scopes and returns its text; undefined if there is or was a key, or if nothing can be written. */
export function issueFirstKey({ keys, audit, now, storageError }: Store, scopes: readonly Scope[]): string | undefined {
  if (storageError !== undefined || keys.list().length > 0) return undefined
  const { text, key } = keys.issue({ name: 'primera', scopes: [...scopes], expiresAt: new Date(now().getTime() + defaultDays * 86_400_000) })
  audit.append({ who: { kind: 'service' }, address: null, operation: 'key add', subject: auditSubject(key), status: null, request_id: null })
  return text
}
