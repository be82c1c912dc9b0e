import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { optionMeant } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { useRecent } from '../shared/recent.ts'
import { useDebounced } from '../shared/use-debounced.ts'
import type { CommandGroup } from './commands.ts'
import { readingCommand } from './reading-command.ts'

interface Line {
  /** What the line may be, by kind, in the order of the likeliest of each. */
  readonly groups: readonly CommandGroup[]
  /** The place that the line names best, if it names one. */
  readonly place: { readonly id: string; readonly title: string } | undefined
  /** What is unclear or assumed about the line; undefined if nothing is. */
  readonly note: string | undefined
  /** True while the groups are not yet those of the text. */
  readonly isReading: boolean
}

/** Has the service read a line while it is typed. A line that names no place is read for the one used last. */
export function useLine(typed: string): Line {
  const words = useText().inicio
  const { client, language } = useSession()
  const line = typed.trim()
  const q = useDebounced(line)
  const [last = ''] = useRecent('lugares')
  const geoId = optionMeant(usePlaces() ?? [], last)?.id
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [language, 'line', q, geoId],
    queryFn: ({ signal }) => client.readLine.query({ q, ...(geoId === undefined ? {} : { geo_id: geoId }) }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const readings = line === '' ? [] : (data?.readings ?? [])
  const isAssumed = data?.place?.is_assumed === true && readings.some(({ check }) => check !== undefined && check.geo_id === data.place?.geo_id)
  return {
    groups: groupsOf(readings, words.kinds),
    place: placeOf(readings),
    note: line === '' ? undefined : (data?.notice ?? (isAssumed ? words.assumed(data.place?.name ?? '') : undefined)),
    isReading: line !== '' && (q !== line || (isFetching && (isPlaceholderData || data === undefined))),
  }
}

function placeOf(readings: Outputs['readLine']['readings']): Line['place'] {
  return readings.flatMap(({ kind, geo_id, title }) => (kind === 'place' && geo_id !== undefined ? [{ id: geo_id, title }] : []))[0]
}

function groupsOf(readings: Outputs['readLine']['readings'], titles: Readonly<Record<string, string>>): readonly CommandGroup[] {
  const commands = readings.map((one) => ({ kind: one.kind, command: readingCommand(one) }))
  return [...Map.groupBy(commands, ({ kind }) => kind)].map(([kind, all]) => ({
    id: kind,
    title: titles[kind] ?? kind,
    commands: all.map(({ command }) => command),
  }))
}
