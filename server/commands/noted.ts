import type { Store } from '../access/store.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Terminal } from './terminal.ts'

/** Leaves a line in the audit of what was done here. What is done stays done where the line cannot be written: that is said. */
export function noteAct(
  { audit }: Pick<Store, 'audit'>,
  act: { readonly operation: string; readonly subject: string | null },
  terminal: Terminal,
): void {
  try {
    audit.append({ who: { kind: 'terminal' }, address: null, ...act, status: null, request_id: null })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    terminal.err(`Hecho, pero no consta en el registro de auditoría. ${error.detail.es}`)
  }
}
