/** Collects what comes in one turn of the event loop. */
export interface Turns<Item> {
  /** Resolves when the items of this turn are written; rejects with the error of writing them. */
  add(item: Item): Promise<void>
  /** Writes now what is still waiting. */
  end(): void
}

interface Waiting<Item> {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Calls `write` once at the end of each turn of the event loop that has items, with all of them in order. */
export function inTurns<Item>(write: (items: readonly Item[]) => void): Turns<Item> {
  let waiting: Waiting<Item>[] = []
  const flush = (): void => {
    const now = waiting
    waiting = []
    if (now.length === 0) return
    try {
      write(now.map(({ item }) => item))
    } catch (error) {
      for (const { reject } of now) reject(error)
      return
    }
    for (const { resolve } of now) resolve()
  }
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        // A request that comes in the same turn waits for nothing longer: this runs when the sockets that are ready have been read.
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ item, resolve, reject })
      }),
    end: flush,
  }
}
