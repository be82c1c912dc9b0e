import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ClimateBand } from '../engine/climate.ts'
import type { GeoId } from '../engine/geo-id.ts'
import { type Place, placeOfMunicipality, withRecord } from '../engine/place.ts'
import { type Alike, alikeAmong, nameKey } from '../engine/text.ts'
import { areasByName, liesIn, qualifiedName } from './area-names.ts'
import { prepared, queryBuilder } from './pack-query.ts'
import type { MunicipalityRow, PackTables } from './pack-schema.ts'

export type Province = PackTables['province']
export type Community = PackTables['community']
export type ZoneRow = Pick<MunicipalityRow, (typeof zoneColumns)[number]>
export type SpelledMunicipality = Pick<MunicipalityRow, 'ine' | 'island' | 'province' | 'community' | 'nuts3'> & { readonly keys: readonly string[] }
export type MunicipalityItem = Pick<MunicipalityRow, 'ine' | 'name' | 'names' | 'province' | 'community' | 'climate_zone'>

const regulation = z.object({
  slug: z.string(),
  materia: z.string(),
  titulo: z.string(),
  tipo: z.string(),
  numero: z.string(),
  fecha: z.string().nullable(),
  diario: z.string().nullable(),
  fecha_publicacion: z.string().nullable(),
  entrada_en_vigor: z.string().nullable(),
  estado: z.string(),
  /** Absent from packs of earlier programs. */
  rige: z.enum(['si', 'en_parte', 'duda', 'no']).default('duda'),
  /** What it replaced; absent from packs of earlier programs. */
  sustituye: z.string().nullable().default(null),
  verificacion: z.string(),
  notas: z.string().nullable(),
})
export type Regulation = z.infer<typeof regulation>

/** Municipalities, provinces and communities, with their zones and regional regulations. */
export interface Geography {
  readonly provinces: readonly Province[]
  readonly communities: readonly Community[]
  /** The section that defines each zone. `unlisted`: the meaning for municipalities that its list does not name. */
  readonly zoneSources: ReadonlyMap<string, { readonly document: string; readonly section: string; readonly unlisted: string | null }>
  municipality(ine: string): MunicipalityRow | undefined
  /** Municipalities with this name in any spelling; accents and case are ignored. A province, island or community in brackets narrows the result: `Mieres (Asturias)`. */
  municipalitiesNamed(name: string): MunicipalityRow[]
  nearestMunicipalities(name: string): MunicipalityRow[]
  /** Every municipality with its location and its spellings as `nameKey`. */
  spellings(): readonly SpelledMunicipality[]
  /** All municipalities, or those of one province or community; the filter takes codes. */
  list(filter: { readonly province?: string; readonly community?: string }): MunicipalityItem[]
  /** The zones of every municipality, ordered by INE code. */
  zoneRows(): ZoneRow[]
  bandsOf(province: string): readonly ClimateBand[]
  regulationsOf(community: string): readonly Regulation[]
  /** The place of a `geo_id`, for the engine; undefined if nothing has that id. */
  place(id: GeoId): Place | undefined
}

const zoneColumns = [
  'ine',
  'climate_zone',
  'radon_zone',
  'radon_note',
  'seismic_ab_g',
  'seismic_note',
  'wind_zone',
  'wind_quality',
  'snow_zone',
  'snow_quality',
] as const
const itemColumns = ['ine', 'name', 'names', 'province', 'community', 'climate_zone'] as const

/** Most names offered because they begin with an unknown one. */
const mostBeginnings = 10

/** Reads the geography of an open pack. */
export function openGeography(database: Database.Database): Geography {
  const provinces = prepared(database, () => queryBuilder.selectFrom('province').selectAll().orderBy('code')).all()
  const communities = prepared(database, () => queryBuilder.selectFrom('community').selectAll().orderBy('code')).all()
  const bands = new Map<string, ClimateBand[]>()
  for (const { province, from_m, to_m, zone } of prepared(database, () =>
    queryBuilder.selectFrom('climate_band').selectAll().orderBy('province').orderBy('from_m'),
  ).all()) {
    bands.set(province, [...(bands.get(province) ?? []), { from: from_m, to: to_m, zone }])
  }
  const byCode = prepared(database, () => queryBuilder.selectFrom('municipality').selectAll().where('ine', '=', ''))
  const names = prepared(database, () =>
    queryBuilder.selectFrom('municipality').select(['ine', 'names', 'island', 'province', 'community', 'nuts3']).orderBy('ine'),
  )
  const all = prepared(database, () => queryBuilder.selectFrom('municipality').select(itemColumns).orderBy('ine'))
  const ofProvince = prepared(database, () => queryBuilder.selectFrom('municipality').select(itemColumns).where('province', '=', '').orderBy('ine'))
  const ofCommunity = prepared(database, () => queryBuilder.selectFrom('municipality').select(itemColumns).where('community', '=', '').orderBy('ine'))
  const ofNuts = prepared(database, () => queryBuilder.selectFrom('municipality').select(itemColumns).where('nuts3', 'like', '').orderBy('ine'))
  const zones = prepared(database, () => queryBuilder.selectFrom('municipality').select(zoneColumns).orderBy('ine'))
  const regulations = prepared(database, () =>
    queryBuilder.selectFrom('regional_regulation').select('body').where('community', '=', '').orderBy('position'),
  )
  const provinceByCode = new Map(provinces.map((province) => [province.code, province]))
  // Every verdict asks for those of its community.
  const regulationsByCommunity = new Map<string, readonly Regulation[]>()
  const bandsOf = (province: string): readonly ClimateBand[] => bands.get(province) ?? []
  const municipality = (ine: string): MunicipalityRow | undefined => byCode.get(ine)
  // The name index is built at the first lookup and kept, because a table of checks looks up thousands of names.
  let spellingRows: readonly SpelledMunicipality[] | undefined
  let codesByName: Map<string, string[]> | undefined
  let findSimilar: Alike | undefined
  let areas: ReturnType<typeof areasByName> | undefined
  const spellings = () => {
    spellingRows ??= names.all().map(({ names: keys, ...row }) => ({ ...row, keys: splitNames(keys) }))
    return spellingRows
  }
  const codesNamed = (name: string): readonly string[] => {
    if (codesByName === undefined) {
      codesByName = new Map()
      for (const { keys, ine } of spellings()) for (const key of keys) codesByName.set(key, [...(codesByName.get(key) ?? []), ine])
    }
    return [...new Set(codesByName.get(nameKey(name)) ?? [])]
  }
  const rowsNamed = (text: string): MunicipalityRow[] => {
    const whole = codesNamed(text).flatMap((ine) => municipality(ine) ?? [])
    const qualified = whole.length > 0 ? undefined : qualifiedName(text)
    if (qualified === undefined) return whole
    areas ??= areasByName(
      provinces,
      communities,
      spellings().flatMap(({ island }) => island || []),
    )
    const meant = qualified.qualifiers.map((one) => areas?.get(nameKey(one)) ?? [])
    return codesNamed(qualified.name)
      .flatMap((ine) => municipality(ine) ?? [])
      .filter((row) => meant.every((some) => some.some((area) => liesIn(row, area))))
  }
  // Cache of places, so that a verdict needs no query. Bounded by the number of municipalities.
  const places = new Map<string, Place>()
  const placeOf = (ine: string): Place | undefined => {
    const cached = places.get(ine)
    if (cached !== undefined) return cached
    const row = municipality(ine)
    if (row === undefined) return undefined
    const place = placeOfMunicipality(row, provinceByCode.get(row.province)?.territory ?? '', bandsOf(row.province))
    places.set(ine, place)
    return place
  }

  // Read once: every question without a place is judged in the whole country.
  let country: Place | undefined

  return {
    provinces,
    communities,
    zoneSources: new Map(
      prepared(database, () => queryBuilder.selectFrom('zone_source').selectAll())
        .all()
        .map(({ zone, document, section, unlisted }) => [zone, { document, section, unlisted }]),
    ),
    municipality,
    municipalitiesNamed: rowsNamed,
    nearestMunicipalities: (name) => {
      findSimilar ??= alikeAmong(spellings().flatMap(({ keys, ine }) => keys.map((key) => [key, ine] as const)))
      const key = nameKey(qualifiedName(name)?.name ?? name)
      // `Santiago` is how Santiago de Compostela begins: such names come before those that are spelt like it.
      const begin = key === '' ? [] : spellings().filter(({ keys }) => keys.some((one) => one.startsWith(`${key} `)))
      const codes = new Set([...begin.slice(0, mostBeginnings).map(({ ine }) => ine), ...findSimilar(key)])
      return [...codes].flatMap((ine) => municipality(ine) ?? [])
    },
    spellings,
    list: ({ province, community }) =>
      province !== undefined
        ? ofProvince.all(province).filter((row) => community === undefined || row.community === community)
        : community !== undefined
          ? ofCommunity.all(community)
          : all.all(),
    zoneRows: () => zones.all(),
    bandsOf,
    regulationsOf(community) {
      const cached = regulationsByCommunity.get(community)
      if (cached !== undefined) return cached
      const found = regulations.all(community).map(({ body }) => regulation.parse(JSON.parse(body)))
      // Only of communities that there are, so that the cache is bounded.
      if (found.length > 0) regulationsByCommunity.set(community, found)
      return found
    },
    place(id) {
      if (id.level === 'municipality') return placeOf(id.ine)
      if (id.level === 'country') {
        country ??= areaPlace({ geoId: 'ES', name: 'España', level: 'country', provinces, bands: [], within: all.all() })
        return country
      }
      if (id.level === 'province') {
        const province = provinceByCode.get(id.province)
        return province === undefined
          ? undefined
          : areaPlace({
              geoId: `ES-${province.code}`,
              name: province.name,
              level: 'province',
              provinces: [province],
              bands: bandsOf(province.code),
              within: ofProvince.all(province.code),
            })
      }
      const inside = provinces.filter(({ nuts3 }) => nuts3.split('|').some((code) => code.startsWith(id.nuts)))
      const named = communities.find(({ nuts2 }) => nuts2 === id.nuts)?.name ?? (inside.length === 1 ? inside[0]?.name : undefined) ?? id.nuts
      return inside.length === 0
        ? undefined
        : areaPlace({ geoId: `ES-${id.nuts}`, name: named, level: 'region', provinces: inside, bands: [], within: ofNuts.all(`${id.nuts}%`) })
    },
  }
}

/** Splits the `names` column: `|vitoria gasteiz|vitoria|`. */
export function splitNames(names: string): string[] {
  const isOne = (text: string): boolean => text !== ''
  return names.split('|').filter(isOne)
}

/** The place of an area larger than a municipality. It has only the values that the whole area shares. */
function areaPlace(area: {
  geoId: string
  name: string
  level: Place['level']
  provinces: readonly Province[]
  bands: readonly ClimateBand[]
  within: readonly MunicipalityItem[]
}): Place {
  const shared = (values: readonly string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)
  const place = {
    geoId: area.geoId,
    name: area.name,
    level: area.level,
    bands: area.bands,
    doubts: new Map(),
    within: area.within.slice(0, 10).map(({ ine, name }) => ({ geo_id: `ES-${ine}`, name })),
  }
  return withRecord(place, {
    ccaa: shared(area.provinces.map(({ community }) => community)),
    province: shared(area.provinces.map(({ code }) => code)),
    territory: shared(area.provinces.map(({ territory }) => territory)),
    climateZone: shared(area.bands.map(({ zone }) => zone)),
    altitudeM: null,
    radonZone: null,
    seismicListed: null,
    seismicAbG: null,
    isCapital: null,
    seismicK: null,
    windZone: null,
    windQuality: null,
    snowZone: null,
    snowQuality: null,
  })
}
