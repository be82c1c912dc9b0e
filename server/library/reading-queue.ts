import { LibraryError } from './library-error.ts'

/** A document that is being read, or waits for its turn. */
export interface Reading {
  readonly name: string
  /** Pages read; undefined while it waits. */
  readonly done: number | undefined
  /** Pages in all; 0 while that is not known. */
  readonly total: number
  readonly startedAt: string
}

/** One document is read at a time; some wait. */
export interface ReadingQueue {
  /** Runs `read` when its turn comes. Rejects with `LibraryError` (`busy`) if too many wait. */
  add<Value>(name: string, read: (progress: (done: number, total: number) => void) => Promise<Value>): Promise<Value>
  list(): Reading[]
}

const mostWaiting = 200

/** Opens a queue. */
export function openReadingQueue(now: () => Date): ReadingQueue {
  const readings = new Set<{ -readonly [Field in keyof Reading]: Reading[Field] }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    list: () => [...readings].map((one) => ({ ...one })),
    async add(name, read) {
      if (readings.size >= mostWaiting)
        throw new LibraryError('busy', {
          es: `Ya esperan ${readings.size} documentos: añada los demás cuando acaben`,
          en: `${readings.size} documents are waiting already: add the others when they are done`,
        })
      const reading: { -readonly [Field in keyof Reading]: Reading[Field] } = { name, done: undefined, total: 0, startedAt: now().toISOString() }
      readings.add(reading)
      const turn = last.then(() => {
        reading.done = 0
        return read((done, total) => {
          reading.done = done
          reading.total = total
        })
      })
      last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        readings.delete(reading)
      }
    },
  }
}
