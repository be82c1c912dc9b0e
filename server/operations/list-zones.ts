import { z } from 'zod'
import type { ZoneRow } from '../kb/geography.ts'
import { operation } from './operation.ts'

const zoneNames = ['climate_zone', 'radon_zone', 'seismic_ab', 'wind_zone', 'snow_zone'] as const
type ZoneName = (typeof zoneNames)[number]

const value = z
  .union([z.string(), z.number()])
  .nullable()
  .meta({ description: '`none`: the official list does not have it, see `unlisted`; null: no data or in doubt, never "not affected"' })
const quality = z.enum(['official_list', 'rule', 'capital_table', 'estimated']).nullable()

/** Lists one kind of zone for every municipality. */
export const listZones = operation({
  method: 'GET',
  path: '/api/v1/zonas',
  scope: 'read',
  tag: 'geo',
  isOfBase: true,
  summary: 'One zone of every municipality',
  description:
    'For a map or a table: the value of all 8,132 municipalities in one answer, by INE code, as in `zones` of `/geo/{municipio}`, and how many have each. `estimated` never decides a verdict.',
  input: z.strictObject({ zone: z.enum(zoneNames) }),
  output: z.object({
    zone: z.enum(zoneNames),
    unit: z.string().nullable(),
    source: z.object({ document: z.string(), title: z.string().meta({ description: 'Short title of the document' }), section: z.string() }),
    unlisted: z.string().nullable().meta({ description: 'What the law says of a municipality that is not in its list' }),
    total: z.int(),
    values: z.array(z.object({ value, quality, count: z.int() })).meta({ description: '`none` first, then ascending, null last' }),
    items: z.array(z.tuple([z.string().meta({ description: 'INE code' }), value, quality])),
    notes: z
      .record(z.string(), z.string())
      .meta({ description: 'Notes on municipalities by INE code, such as doubts of the list or inherited values' }),
  }),
  problems: [],
  examples: { radon: { zone: 'radon_zone' } },
  run({ kb }, { zone }) {
    const rows = kb.geography.zoneRows()
    const { document, section, unlisted } = kb.geography.zoneSources.get(zone === 'seismic_ab' ? 'seismic_zone' : zone) ?? noSource
    const items = rows.map((row): [string, ...Reading] => [row.ine, ...readings[zone](row)])
    return {
      zone,
      unit: zone === 'seismic_ab' ? 'g' : null,
      source: { document, title: kb.book.documents.get(document)?.shortTitle ?? document, section },
      unlisted,
      total: items.length,
      values: counted(items.map(([, ...reading]) => reading)),
      items,
      notes: Object.fromEntries(rows.flatMap((row) => [[row.ine, noteOf(zone, row)] as const]).filter(hasNote)),
    }
  },
})

const noSource = { document: '', section: '', unlisted: null }

type Reading = [value: string | number | null, quality: z.infer<typeof quality>]

const readings: Readonly<Record<ZoneName, (row: ZoneRow) => Reading>> = {
  climate_zone: ({ climate_zone }) => (climate_zone === null ? [null, null] : [climate_zone, 'rule']),
  radon_zone: ({ radon_zone }) => [radon_zone, 'official_list'],
  // Not in the list but with a note: sources disagree on whether it belongs there, so it is in doubt.
  seismic_ab: ({ seismic_ab_g, seismic_note }) =>
    seismic_ab_g === null && seismic_note !== null ? [null, null] : [seismic_ab_g ?? 'none', 'official_list'],
  wind_zone: ({ wind_zone, wind_quality }) => [wind_zone, wind_quality],
  snow_zone: ({ snow_zone, snow_quality }) => [snow_zone, snow_quality],
}

function noteOf(zone: ZoneName, row: ZoneRow): string | null {
  return zone === 'radon_zone' ? row.radon_note : zone === 'seismic_ab' ? row.seismic_note : null
}

function hasNote(entry: readonly [string, string | null]): entry is readonly [string, string] {
  return entry[1] !== null
}

function counted(all: readonly Reading[]): { value: Reading[0]; quality: Reading[1]; count: number }[] {
  const counts = new Map<string, { value: Reading[0]; quality: Reading[1]; count: number }>()
  for (const [value, quality] of all) {
    const key = `${quality} ${value}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { value, quality, count: 1 })
    else known.count += 1
  }
  return [...counts.values()].sort((left, right) => rank(left.value) - rank(right.value) || ascending(left.value, right.value))
}

function rank(value: Reading[0]): number {
  return value === 'none' ? 0 : value === null ? 2 : 1
}

/** Orders numbers by size and names by letter; α comes before A. */
function ascending(left: Reading[0], right: Reading[0]): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [one, other] = [String(left), String(right)].map((text) => text.replace('α', ' '))
  return (one ?? '') < (other ?? '') ? -1 : one === other ? 0 : 1
}
