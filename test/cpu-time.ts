/** Runs `work` and measures the CPU seconds of this thread, which other programs do not affect. */
export async function withCpuSeconds<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly seconds: number }> {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}
