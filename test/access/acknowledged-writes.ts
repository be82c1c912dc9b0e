import { type AuditVerification, verifyAudit } from '../../server/access/audit-verification.ts'
import { openStore } from '../../server/access/store.ts'

/** The writes that `endless-writer.ts` reported as done. All of them must be in the folder. */
export class Acknowledged {
  readonly kept = new Set<string>()
  readonly revoked = new Set<string>()
  readonly revisions = new Map<string, number>()
  readonly deleted = new Set<string>()
  readonly lines = new Set<string>()
  readonly purged = new Set<string>()
  /** Sessions by their two secrets. */
  readonly begun = new Set<string>()
  readonly ended = new Set<string>()
  #office: number | undefined

  /** Reads the lines that a writer printed. */
  add(said: readonly string[]): void {
    for (const line of said) {
      const [word, what = '', more] = line.split(' ')
      if (word === 'kept') this.kept.add(what)
      if (word === 'revoked') this.revoked.add(what)
      if (word === 'project') this.revisions.set(what, Number(more))
      if (word === 'deleted') this.deleted.add(what)
      if (word === 'purged') this.purged.add(what)
      if (word === 'session') this.begun.add(`${what} ${more}`)
      if (word === 'ended') this.ended.add(`${what} ${more}`)
      if (word === 'office') this.#office = Number(what)
      if (word === 'line') this.lines.add(what)
    }
  }

  /** The writes that a folder has lost, and the result of checking its audit. */
  async missingIn(folder: string): Promise<{ readonly missing: readonly string[]; readonly audit: AuditVerification['broken'] }> {
    const store = openStore(folder, () => new Date())
    const keys = new Map(store.keys.list().map((one) => [one.prefix, one]))
    const listed = new Set(store.audit.newest(Number.MAX_SAFE_INTEGER, this.lines.size + 1000).map(({ subject }) => subject))
    const isSession = (secrets: string): boolean => {
      const [token = '', proof = ''] = secrets.split(' ')
      return store.sessions.keyOf(token, proof) !== undefined
    }
    const missing = [
      ...[...this.kept].filter((text) => !keys.has(text.slice(0, 12))).map((text) => `key ${text}`),
      ...[...this.revoked].filter((text) => keys.get(text.slice(0, 12))?.revoked_at === null).map((text) => `revocation of ${text}`),
      // An acknowledged revision may have been followed by one that was not acknowledged.
      ...[...this.revisions].filter(([id, revision]) => (store.projects.get(id)?.revision ?? 0) < revision).map(([id]) => `project ${id}`),
      ...[...this.deleted].filter((id) => store.projects.get(id) !== undefined).map((id) => `deletion of ${id}`),
      ...[...this.purged].filter((id) => store.projects.bin().some((one) => one.id === id)).map((id) => `erasure of ${id}`),
      ...[...this.begun].filter((secrets) => !isSession(secrets)).map((secrets) => `session ${secrets}`),
      ...[...this.ended].filter(isSession).map((secrets) => `end of session ${secrets}`),
      ...(this.#isOffice(store.office.get()?.address) ? [] : ['office']),
      ...[...this.lines].filter((id) => !listed.has(id)).map((id) => `line ${id}`),
      ...(store.storageError === undefined ? [] : [`all: ${store.storageError}`]),
    ]
    const { broken } = await verifyAudit(store.audit, [])
    store.close()
    return { missing, audit: broken }
  }

  /** True if this is the letterhead that was acknowledged last, or the one after it: of this process or the next. */
  #isOffice(address: string | undefined): boolean {
    const last = this.#office
    return last === undefined || [officeOf(last), officeOf(last + 1), officeOf(0)].includes(address ?? 'none')
  }
}

/** What the letterhead says after a turn of `endless-writer.ts`: every third removes it. */
export function officeOf(turn: number): string {
  return turn % 3 === 2 ? 'none' : String(turn)
}
