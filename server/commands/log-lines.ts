/** Prints the lines of the log. */
export interface LogLines {
  add(line: string): void
  /** Prints now what is still waiting. */
  flush(): void
}

/** Prints the lines of one turn of the event loop at once: printing waits for the terminal or the file each time. */
export function logLines(print: (text: string) => void): LogLines {
  let waiting: string[] = []
  const flush = (): void => {
    const now = waiting
    waiting = []
    if (now.length > 0) print(now.join('\n'))
  }
  return {
    add(line) {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(line)
    },
    flush,
  }
}
