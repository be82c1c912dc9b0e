import { randomUUID } from 'node:crypto'
import { type Keys, openKeys } from './key.ts'
import { openProjects, type Projects } from './projects.ts'
import { openState } from './state.ts'

/** All that the service writes. */
export interface Store {
  readonly keys: Keys
  readonly projects: Projects
  close(): void
}

/** The store in a folder; without one, in memory and gone when closed. `now` is a clock. Throws `RangeError` where a newer program wrote it. */
export function openStore(folder: string | undefined, now: () => Date, newId: () => string = randomUUID): Store {
  const state = openState(folder)
  return { keys: openKeys(state, now), projects: openProjects(state, now, newId), close: () => state.close() }
}
