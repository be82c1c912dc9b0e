import { fileTimestamp } from './data-folder.ts'

/** For how many days one backup of each day is kept, and for how many weeks one of each week. */
export interface Keep {
  readonly days: number
  readonly weeks: number
}

const named = /^plomada-(\d{8}T\d{6}Z)\.plomada\.age$/
const dayMs = 86_400_000

/** Name of the encrypted backup of a moment. */
export function encryptedBackupName(at: Date): string {
  return `plomada-${fileTimestamp(at)}.plomada.age`
}

/** The moment in the name of an encrypted backup; undefined for any other name. */
export function backupMoment(name: string): Date | undefined {
  const stamp = named.exec(name)?.[1]
  if (stamp === undefined) return undefined
  const at = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * The backups that rotation removes: all but the newest one, the newest of each of the last `days` days that have one, and the newest of each of the last
 * `weeks` weeks (from Monday, UTC) that have one. Counting those that exist means that a service that stood still loses none. Other names are never removed.
 */
export function outdated(names: readonly string[], { days, weeks }: Keep): readonly string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupMoment(name)
      return at === undefined ? [] : [{ name, day: Math.floor(at.getTime() / dayMs) }]
    })
    .sort((left, right) => (left.name < right.name ? 1 : -1))
  const newestOf = (unit: (day: number) => number, count: number): string[] => {
    const newest = new Map<number, string>()
    for (const { name, day } of backups) if (!newest.has(unit(day))) newest.set(unit(day), name)
    return [...newest.values()].slice(0, count)
  }
  // Day 0, 1 January 1970, was a Thursday.
  const kept = new Set([
    ...backups.slice(0, 1).map(({ name }) => name),
    ...newestOf((day) => day, days),
    ...newestOf((day) => Math.floor((day + 3) / 7), weeks),
  ])
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
