import { z } from 'zod'
import { alikeAmong, nameKey } from '../engine/text.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { communityNames, provinceNames } from '../kb/area-names.ts'
import { type MunicipalityItem, splitNames } from '../kb/geography.ts'
import { cursorField } from './fields.ts'
import { operation } from './operation.ts'
import { pageOf } from './paging.ts'

const place = z.string().min(1).max(80).optional()

/** Lists municipalities: all, or those of a province or community. */
export const listMunicipios = operation({
  method: 'GET',
  path: '/api/v1/municipios',
  scope: 'read',
  tag: 'geo',
  isOfBase: true,
  summary: 'List municipalities',
  description: 'Without filters and without `limit`, all 8,132. Filters take a code or a name, accents ignored.',
  input: z.strictObject({
    ccaa: place.meta({ description: 'Autonomous community: INE code or name', examples: ['13'] }),
    provincia: place.meta({ description: 'Province: INE code or name', examples: ['28'] }),
    limit: z.coerce.number().int().min(1).max(10_000).optional(),
    cursor: cursorField.optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        geo_id: z.string(),
        ine: z.string(),
        name: z.string(),
        provincia: z.string(),
        ccaa: z.string(),
        climate_zone: z.string().nullable(),
        other_names: z
          .array(z.string())
          .optional()
          .meta({ description: 'Other names as they are looked up, in lower case without accents; left out if there are none' }),
      }),
    ),
    total: z.int(),
    next_cursor: z.string().nullable(),
  }),
  problems: ['unknown-place', 'cursor-invalid', 'cursor-stale'],
  examples: { melilla: { provincia: '52' } },
  run({ kb }, input) {
    const { provinces, communities } = kb.geography
    const province =
      input.provincia === undefined ? undefined : findPlace(provinces, provinceNames, { text: input.provincia, parameter: 'provincia' })
    const community = input.ccaa === undefined ? undefined : findPlace(communities, communityNames, { text: input.ccaa, parameter: 'ccaa' })
    const provinceByCode = nameByCode(provinces)
    const communityByCode = nameByCode(communities)
    const all = kb.geography.list({ ...(province === undefined ? {} : { province }), ...(community === undefined ? {} : { community }) })
    const page = pageOf(all, {
      limit: input.limit,
      cursor: input.cursor,
      query: `municipios ${community ?? ''} ${province ?? ''}`,
      pack: kb.meta.sha256,
    })
    return {
      ...page,
      items: page.items.map((row) => ({
        geo_id: `ES-${row.ine}`,
        ine: row.ine,
        name: row.name,
        provincia: provinceByCode.get(row.province) ?? row.province,
        ccaa: communityByCode.get(row.community) ?? row.community,
        climate_zone: row.climate_zone,
        ...othersOf(row),
      })),
    }
  },
})

/** The names of a municipality beside its own; nothing if there are none. */
function othersOf({ name, names }: MunicipalityItem): { other_names?: string[] } {
  const own = nameKey(name)
  const others = splitNames(names).filter((one) => one !== own)
  return others.length === 0 ? {} : { other_names: others }
}

function nameByCode(all: readonly { readonly code: string; readonly name: string }[]): Map<string, string> {
  return new Map(all.map(({ code, name }) => [code, name]))
}

interface Named {
  readonly code: string
  readonly name: string
}

/** Finds the code of a province or community by code or name; `Araba/Álava` has two names, and `Bizkaia` is also `Vizcaya`. Throws `unknown-place` with similar names. */
function findPlace(
  all: readonly Named[],
  namesOf: (one: Named) => readonly string[],
  { text, parameter }: { readonly text: string; readonly parameter: string },
): string {
  const wanted = nameKey(text.replace(/^ES-/i, ''))
  const spellings = all.flatMap((one) => [one.code, ...namesOf(one)].map((name) => [nameKey(name), one.code] as const))
  const found = spellings.find(([spelling]) => spelling === wanted)?.[1]
  if (found !== undefined) return found
  const near = alikeAmong(spellings)(text)
  const candidates = all.filter(({ code }) => near.includes(code)).map(({ code, name }) => ({ code, name }))
  throw new ServiceError(
    'unknown-place',
    { es: `${parameter}: no existe «${quoted(text)}»`, en: `${parameter}: there is no "${quoted(text)}"` },
    {
      candidates: candidates.length > 0 ? candidates : all.map(({ code, name }) => ({ code, name })),
      errors: [{ pointer: parameter, code: 'unknown', detail: { es: 'se espera un código INE o un nombre', en: 'expected an INE code or a name' } }],
    },
  )
}
