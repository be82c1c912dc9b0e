/** A terminal and the programs around this one may each deliver the same Ctrl-C. */
const sameSignalMs = 500

/**
 * Resolves when the process is told to stop. A second signal, for who will not wait for the requests under way, ends it at once with
 * the code of a process that was interrupted.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let told: number | undefined
    const stop = (): void => {
      if (told === undefined) {
        told = performance.now()
        resolve()
      } else if (performance.now() - told >= sameSignalMs) process.exit(130)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
