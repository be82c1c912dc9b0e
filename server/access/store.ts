import { randomUUID } from 'node:crypto'
import { type Anchorage, type Audit, type AuditMark, openAudit } from './audit.ts'
import { type Keys, openKeys } from './key.ts'
import { openProjects, type Projects } from './projects.ts'
import { openState, type State } from './state.ts'

/** All that the service writes. */
export interface Store {
  readonly keys: Keys
  readonly projects: Projects
  readonly audit: Audit
  /** The clock that dates all of it. */
  readonly now: () => Date
  close(): void
}

interface Options {
  readonly newId?: () => string
  readonly newSecret?: () => string
  /** Lines of the audit older than this leave; none where it is 0 or not given. */
  readonly auditDays?: number
}

/** The store in a folder; without one, in memory and gone when closed. `now` is a clock. Throws `RangeError` where a newer program wrote it. */
export function openStore(folder: string | undefined, now: () => Date, { newId = randomUUID, newSecret, auditDays = 0 }: Options = {}): Store {
  const state = openState(folder)
  const audit = openAudit(folder, { now, keepDays: auditDays, anchorage: anchorageIn(state) })
  return {
    keys: openKeys(state, now, newSecret),
    projects: openProjects(state, now, newId),
    audit,
    now,
    close: () => {
      audit.close()
      state.close()
    },
  }
}

function anchorageIn({ database }: State): Anchorage {
  const read = database.prepare<[], AuditMark>('SELECT seq, hash FROM audit_anchor')
  const write = database.prepare<[number, string]>('INSERT OR REPLACE INTO audit_anchor (one, seq, hash) VALUES (1, ?, ?)')
  return { read: () => read.get(), write: ({ seq, hash }) => write.run(seq, hash) }
}
