import { closeSync, fsyncSync, rmSync, writeSync } from 'node:fs'
import { auditSubject } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { defaultDays, type Scope } from '../operations/operation.ts'
import { openNew } from './new-file.ts'

/**
 * Issues the first key of an installation with these scopes and returns its text; undefined if there is or was a key, or if nothing can be written. Writes the
 * text to `file` too, if it is given. Throws `UsageError` and issues no key if that file exists, and the error of the system if it cannot be made.
 */
export async function issueFirstKey(store: Store, scopes: readonly Scope[], file?: string): Promise<string | undefined> {
  if (store.storageError !== undefined || (await store.keys.list()).length > 0) return undefined
  if (file === undefined) return await issue(store, scopes)
  const handle = openNew(file)
  try {
    const text = await issue(store, scopes)
    writeSync(handle, `${text}\n`)
    fsyncSync(handle)
    return text
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

async function issue({ keys, atomically, now }: Store, scopes: readonly Scope[]): Promise<string> {
  const expiresAt = new Date(now().getTime() + defaultDays * 86_400_000)
  const entry = { who: { kind: 'service' }, address: null, operation: 'key add', status: null, request_id: null } as const
  const { text } = await atomically(
    () => keys.issue({ name: 'primera', scopes: [...scopes], expiresAt }),
    ({ key }) => ({ ...entry, subject: auditSubject(key) }),
  )
  return text
}
