/** The terminal and the programs around this one may each deliver the same Ctrl-C within this time. */
const sameSignalMs = 500

/**
 * Resolves at SIGINT or SIGTERM, so that requests under way can finish. A second signal ends the process at once, with the exit code
 * of an interrupted process. A worker stops when the first process tells it to: Ctrl-C reaches both.
 */
export function untilStopped(isWorker = false): Promise<void> {
  return new Promise((resolve) => {
    let firstSignalAt: number | undefined
    const stop = (): void => {
      if (firstSignalAt === undefined) {
        firstSignalAt = performance.now()
        resolve()
      } else if (performance.now() - firstSignalAt >= sameSignalMs) process.exit(130)
    }
    process.on('SIGINT', isWorker ? () => undefined : stop)
    process.on('SIGTERM', stop)
  })
}
