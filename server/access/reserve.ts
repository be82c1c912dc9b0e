import { existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable.ts'
import { unlessFault } from './fault.ts'

/** Space kept for what must be written on a full disk. */
export interface Reserve {
  /** Frees the space, runs the act and takes the space again, as far as there is any. */
  lend<Value>(act: () => Value): Value
}

const fileName = 'reserve'
const reserveBytes = 2 * 1024 * 1024
/** On a disk with less than so many times the reserve free, none is kept. */
const leastFactor = 4

/** The reserve of a data folder, made where it is missing and there is plenty of room. Not a hole: its bytes are written. */
export function openReserve(folder: string): Reserve {
  const file = join(folder, fileName)
  const take = (factor: number): void => {
    if (existsSync(file)) return
    unlessFault(() => {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize >= reserveBytes * factor) writeDurably(file, Buffer.alloc(reserveBytes, 0x50))
    })
  }
  take(leastFactor)
  return {
    lend(act) {
      rmSync(file, { force: true })
      try {
        return act()
      } finally {
        take(1)
      }
    },
  }
}
