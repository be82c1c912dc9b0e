import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const most = 8
const stored = z.array(z.string().max(4096)).max(100)

/** The files that were opened last, the newest first. */
export interface RecentFiles {
  list(): readonly string[]
  add(file: string): void
  clear(): void
}

/** Keeps the list in a file, which may be missing, damaged or not writable. */
export function recentFiles(file: string): RecentFiles {
  let held = read(file)
  const keep = (next: readonly string[]): void => {
    held = next
    try {
      writeFileSync(file, JSON.stringify(next), { mode: 0o600 })
    } catch {
      // The list lasts until the program ends.
    }
  }
  return {
    list: () => held,
    add: (opened) => keep([opened, ...held.filter((one) => one !== opened)].slice(0, most)),
    clear: () => keep([]),
  }
}

function read(file: string): readonly string[] {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8'))).slice(0, most)
  } catch {
    return []
  }
}
