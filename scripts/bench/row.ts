import { cpus, loadavg } from 'node:os'

/** One measurement. A ratio is to a bare program that was measured in turns with ours. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: 'µs' | 'ms' | 'MiB' | '/s'
  readonly bare?: { readonly name: string; readonly value: number }
  /** The most that the value, or its ratio to the bare one, should be. */
  readonly atMost?: number
  /** The least that its ratio to the bare one should be. */
  readonly atLeast?: number
}

/** The middle one of some values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value that a share of all, in percent, does not pass. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** The machine, its load and the day of a run. */
export function machine(): {
  readonly date: string
  readonly load: number
  readonly cpu: string
  readonly cores: number
  readonly node: string
  readonly system: string
} {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    load: Math.round((loadavg()[1] ?? 0) * 10) / 10,
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
  }
}

/** True or false if a row has a target, otherwise undefined. */
export function isMet({ value, bare, atMost, atLeast }: Row): boolean | undefined {
  const compared = bare === undefined ? value : value / bare.value
  if (atLeast !== undefined) return compared >= atLeast
  return atMost === undefined ? undefined : compared <= atMost
}

/** The head of the table of a run, in Markdown: its machine, date and load. */
export function tableHead(): string {
  const { date, load, cpu, cores, node, system } = machine()
  return [
    `${date}, ${cpu}, ${cores} cores, load ${load}, ${system}, Node ${node}. In process: CPU time; the rest: time passed, beside a bare program in turns.`,
    '',
    '| | ours | beside | ratio | target |',
    '|---|---|---|---|---|',
  ].join('\n')
}

/** A row of the table in Markdown. */
export function tableLine(row: Row): string {
  const { name, value, unit, bare } = row
  const beside = bare === undefined ? ['', ''] : [`${bare.name}: ${rounded(bare.value)} ${unit}`, `${(value / bare.value).toFixed(1)}×`]
  return `| ${[name, `${rounded(value)} ${unit}`, ...beside, targetOf(row)].join(' | ')} |`
}

function targetOf(row: Row): string {
  const { atLeast, atMost = atLeast, bare, unit } = row
  if (atMost === undefined) return ''
  return `${atLeast === undefined ? '≤' : '≥'} ${atMost}${bare === undefined ? ` ${unit}` : '×'}, ${isMet(row) ? 'met' : '**not met**'}`
}

function rounded(value: number): string {
  return value >= 99.5 ? value.toFixed(0) : value.toPrecision(2)
}

/** CPU milliseconds that an act takes in this thread. */
export function cpuMilliseconds(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
