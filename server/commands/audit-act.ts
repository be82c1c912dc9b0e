import type { Store } from '../access/store.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Terminal } from './terminal.ts'

/** Adds an act of the command line to the audit. If the line cannot be written, the act stands and the terminal says so. */
export async function auditAct(
  { audit }: Pick<Store, 'audit'>,
  act: { readonly operation: string; readonly subject: string | null },
  terminal: Terminal,
): Promise<void> {
  try {
    await audit.append({ who: { kind: 'terminal' }, address: null, ...act, status: null, request_id: null })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const text = {
      es: `Hecho, pero no consta en el registro de auditoría. ${error.detail.es}`,
      en: `Done, but the audit has no line of it. ${error.detail.en}`,
    }
    terminal.err(text[terminal.language])
  }
}
