/**
 * The most CPU time, in milliseconds, that this thread spent in one turn of its loop while `work` ran: for so long it could answer nobody. CPU time
 * and not the clock's, since other programs may have the processor.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  turn()
  return longest
}
