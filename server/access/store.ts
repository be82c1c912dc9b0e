import { type Keys, openKeys } from './key.ts'
import { openState } from './state.ts'

/** All that the service writes. */
export interface Store {
  readonly keys: Keys
  close(): void
}

/** The store in a folder; without one, in memory and gone when closed. `now` is a clock. Throws `RangeError` where a newer program wrote it. */
export function openStore(folder: string | undefined, now: () => Date): Store {
  const state = openState(folder)
  return { keys: openKeys(state, now), close: () => state.close() }
}
