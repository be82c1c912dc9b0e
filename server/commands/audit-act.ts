import type { Store } from '../access/store.ts'
import { noteFirst, strictStore } from '../access/strict-audit.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Terminal } from './terminal.ts'

const ofTerminal = { who: { kind: 'terminal' }, address: null, status: null, request_id: null } as const

/** Adds an act of the command line to the audit. If the line cannot be written, the act stands and the terminal says so. */
export async function auditAct(
  { audit }: Pick<Store, 'audit'>,
  act: { readonly operation: string; readonly subject: string | null },
  terminal: Terminal,
): Promise<void> {
  try {
    await audit.append({ ...ofTerminal, ...act })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const text = {
      es: `Hecho, pero no consta en el registro de auditoría. ${error.detail.es}`,
      en: `Done, but the audit has no line of it. ${error.detail.en}`,
    }
    terminal.err(text[terminal.language])
  }
}

/** Makes a change of files and adds its line: afterwards, or beforehand where the audit is strict. */
export async function withNote<Value>(
  store: Store,
  act: { readonly operation: string; readonly subject: string | null },
  terminal: Terminal,
  change: () => Value,
): Promise<Value> {
  if (store.auditRule !== 'relaxed') await noteFirst(store, { ...ofTerminal, ...act })
  const value = change()
  if (store.auditRule === 'relaxed') await auditAct(store, act, terminal)
  return value
}

/** The store for one act of the command line: under a strict audit, each change is stored together with its line, or not at all. */
export function strictForTerminal(store: Store, operation: string): Store {
  if (store.auditRule === 'relaxed') return store
  return strictStore(store, {
    entry: (subject) => ({ ...ofTerminal, operation, subject }),
    noted: () => undefined,
    undone: () => undefined,
  })
}
