import { readFileSync } from 'node:fs'

/** Watches a reader for standing still. */
export interface SilenceWatch {
  /** The reader has done a step. */
  step(): void
  stop(): void
}

/** Ticks of a second in which Linux counts processor time for programs. */
const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used; undefined where the system does not tell (it does on Linux). */
export function cpuMsOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may have spaces; user and system time are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const used = ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
    return Number.isFinite(used) ? used : undefined
  } catch {
    // The process has ended.
    return undefined
  }
}

/**
 * Calls `onStill` once a process has worked for so long without a step. A process that waits its turn on a busy machine is not still: its processor time
 * counts, where the system tells it.
 */
export function watchSilence(pid: () => number | undefined, mostMs: number, onStill: () => void): SilenceWatch {
  let timer: NodeJS.Timeout | undefined
  let before: number | undefined
  const check = (): void => {
    const used = cpuMsOf(pid())
    const worked = used === undefined || before === undefined ? mostMs : used - before
    if (worked >= mostMs) onStill()
    else timer = setTimeout(check, Math.max(50, mostMs - worked))
  }
  const step = (): void => {
    clearTimeout(timer)
    before = cpuMsOf(pid())
    timer = setTimeout(check, mostMs)
  }
  step()
  return { step, stop: () => clearTimeout(timer) }
}
