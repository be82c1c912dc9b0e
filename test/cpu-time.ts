/** What work gives, and the seconds of processor that this thread spent on it: unlike time by the clock, other programs do not lengthen them. */
export async function withCpuSeconds<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly seconds: number }> {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}
