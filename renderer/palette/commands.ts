import { addressOf, checkFrom } from '../verificar/check.ts'

/** An entry of the palette. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** The verdict, where the entry is a check or a question with a value to judge. */
  readonly status?: 'COMPLIANT' | 'NON_COMPLIANT' | 'UNDECIDED'
  /** True if the hint is the answer itself: a limit, a datum, what the base says. */
  readonly isAnswered?: true
  /** Titles of documents and articles are Spanish in every interface language. */
  readonly isSpanish?: true
  run(): void
}

export interface CommandGroup {
  readonly id: string
  readonly title: string
  readonly commands: readonly Command[]
}

/** The address of a check at another place or of another subject. It keeps the rest of the current check. */
export function checkAddress(here: URL, change: { readonly place?: string; readonly element?: string; readonly parameter?: string }): string {
  const now = checkFrom(here.pathname === '/verificar' ? here.searchParams : new URLSearchParams())
  const isOther = change.element !== undefined && (change.element !== now.element || (change.parameter ?? now.parameter) !== now.parameter)
  // A new subject clears conditions, value and unit. A new place clears the altitude.
  const { altitud_m: _altitude, ...elsewhere } = now.context
  const context = isOther ? {} : change.place === undefined || change.place === now.place ? now.context : elsewhere
  return addressOf({ ...now, ...(isOther ? { parameter: '', value: '', unit: '' } : {}), context, ...change })
}
