import { existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from './durable-write.ts'
import { unlessStorageError } from './storage-error.ts'

/** A file that keeps disk space free for writes that must succeed on a full disk. */
export interface DiskReserve {
  /** Deletes the reserve, runs `write`, and takes the space again if there is enough. */
  releaseDuring<Value>(write: () => Value): Value
}

const fileName = 'reserve'
const reserveBytes = 2 * 1024 * 1024
/** At first the reserve is created only if this many times its size is free. */
const leastFactor = 4

/** Opens the reserve of a data folder and creates it if there is plenty of space. It is not a sparse file, which would reserve nothing. */
export function openDiskReserve(folder: string): DiskReserve {
  const file = join(folder, fileName)
  const take = (factor: number): void => {
    if (existsSync(file)) return
    unlessStorageError(() => {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize >= reserveBytes * factor) writeDurably(file, Buffer.alloc(reserveBytes, 0x50))
    })
  }
  take(leastFactor)
  return {
    releaseDuring(write) {
      rmSync(file, { force: true })
      try {
        return write()
      } finally {
        take(1)
      }
    },
  }
}
