import { z } from 'zod'
import { type ClimateBand, climateZone } from '../../server/engine/climate.ts'
import { fold } from '../../server/engine/fold.ts'
import { nameKey } from '../../server/engine/text.ts'
import type { MunicipalityRow, PackTables } from '../../server/kb/pack-schema.ts'
import { geoSource } from './source.ts'
import { readCsv, readYaml, type SourceFolder } from './source-file.ts'

export interface ReadGeo {
  readonly communities: readonly PackTables['community'][]
  readonly provinces: readonly PackTables['province'][]
  readonly bands: ReadonlyMap<string, readonly ClimateBand[]>
  readonly municipalities: readonly MunicipalityRow[]
  readonly zoneSources: readonly PackTables['zone_source'][]
  readonly regulations: readonly (z.infer<typeof regulationRow> & { readonly ccaa: string })[]
}

const code2 = z.string().regex(/^\d{2}$/, 'expected two digits')
const code5 = z.string().regex(/^\d{5}$/, 'expected five digits')
const orNull = z.string().transform((text) => (text === '' ? null : text))
const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'expected a number')
  .transform(Number)
const numberOrNull = z.union([z.literal('').transform(() => null), number])

const communityRow = z.object({ codigo: code2, nombre: z.string().min(2), nuts2: z.string() })
const provinceRow = z.object({
  codigo: code2,
  nombre: z.string().min(2),
  ccaa: code2,
  nuts3: z.string().min(5),
  capital: code5,
  territorio: z.string().min(2),
})
const bandRow = z.object({ provincia: code2, desde_m: numberOrNull, hasta_m: numberOrNull, zona: z.string().regex(/^[αABCDE][1-4]$/) })
const municipalityRow = z.object({
  ine: code5,
  nombre: z.string().min(1),
  otros_nombres: z.string(),
  provincia: code2,
  nuts3: z.string().regex(/^ES\d{3}$/),
  isla: orNull,
  altitud_m: numberOrNull,
  origen_altitud: orNull,
  latitud: numberOrNull,
  longitud: numberOrNull,
})
const seismicRow = z.object({ ine: code5, ab_g: numberOrNull, k: numberOrNull, nota: orNull })
const radonRow = z.object({ ine: code5, zona: z.enum(['I', 'II', '']), nota: orNull })
const mapRow = z.object({
  provincia: code2,
  zona_eolica: z.enum(['A', 'B', 'C']),
  eolica_dividida: z.enum(['si', 'no']),
  zona_nieve: z.string().regex(/^[1-7]$/),
  nieve_dividida: z.enum(['si', 'no']),
})
const regulationRow = z.object({
  ccaa: code2,
  slug: z.string().min(3),
  materia: z.string(),
  titulo: z.string(),
  tipo: z.string(),
  numero: z.string(),
  fecha: orNull,
  diario: orNull,
  fecha_publicacion: orNull,
  entrada_en_vigor: orNull,
  estado: z.string(),
  rige: z.enum(['si', 'en_parte', 'duda', 'no']),
  sustituye: orNull,
  verificacion: z.enum(['official_text', 'two_readers', 'single_reader', 'unverified']),
  notas: orNull,
})

/** The only municipality that may lack an altitude: created in 2023, not yet in the gazetteer. */
const knownGaps = new Set(['48916'])

/** Reads `geo/` and derives each municipality's zones. Every gap is reported but the known one. */
export function readGeo(sources: SourceFolder): ReadGeo {
  const zoneSources = sources.list('geo', '.csv').flatMap((file) => {
    const beside = file.replace(/\.csv$/, '.source.yaml')
    if (sources.list('geo', '.source.yaml').includes(beside)) return readYaml(sources, beside, geoSource)?.value.zones ?? []
    sources.report(file, 1, `has no ${beside} beside it`)
    return []
  })
  const communities = rows(sources, 'geo/comunidades.csv', communityRow).map(({ codigo, nombre, nuts2 }) => ({ code: codigo, name: nombre, nuts2 }))
  const provinces = rows(sources, 'geo/provincias.csv', provinceRow).map((row) => ({
    code: row.codigo,
    name: row.nombre,
    community: row.ccaa,
    nuts3: row.nuts3,
    capital: row.capital,
    territory: row.territorio,
  }))
  const bands = new Map<string, ClimateBand[]>()
  for (const { provincia, desde_m, hasta_m, zona } of rows(sources, 'geo/zonas-climaticas.csv', bandRow)) {
    bands.set(provincia, [...(bands.get(provincia) ?? []), { from: desde_m, to: hasta_m, zone: zona }])
  }
  checkBands(
    sources,
    provinces.map(({ code }) => code),
    bands,
  )
  return {
    communities,
    provinces,
    zoneSources,
    bands,
    municipalities: readMunicipalities(sources, provinces, bands),
    regulations: rows(sources, 'geo/normativa-autonomica.csv', regulationRow),
  }
}

function rows<T>(sources: SourceFolder, file: string, schema: z.ZodType<T>): T[] {
  const csv = readCsv(sources, file)
  return (csv?.rows ?? []).flatMap((cells, index) => {
    const result = schema.safeParse(Object.fromEntries(csv?.header.map((name, column) => [name, cells[column]]) ?? []))
    if (result.success) return [result.data]
    for (const issue of result.error.issues) sources.report(file, index + 2, `${issue.path.join('.')}: ${issue.message}`)
    return []
  })
}

/** Bands of a province follow one another without gap or overlap, open at both ends. */
function checkBands(sources: SourceFolder, provinces: readonly string[], bands: ReadonlyMap<string, readonly ClimateBand[]>): void {
  for (const province of provinces) {
    const own = bands.get(province) ?? []
    const joined = own.every((band, index) => (index === 0 ? band.from === null : band.from === (own[index - 1]?.to ?? Number.NaN) + 1))
    if (own.length === 0 || !joined || own.at(-1)?.to !== null)
      sources.report('geo/zonas-climaticas.csv', 1, `bands of province ${province} do not cover every altitude once`)
  }
}

function readMunicipalities(sources: SourceFolder, provinces: ReadGeo['provinces'], bands: ReadGeo['bands']): MunicipalityRow[] {
  const file = 'geo/municipios.csv'
  const seismic = new Map(rows(sources, 'geo/sismo-ncse02.csv', seismicRow).map((row) => [row.ine, row]))
  const radon = new Map(rows(sources, 'geo/radon-hs6.csv', radonRow).map((row) => [row.ine, row]))
  const maps = new Map(rows(sources, 'geo/viento-nieve.csv', mapRow).map((row) => [row.provincia, row]))
  const byCode = new Map(provinces.map((province) => [province.code, province]))
  const list = rows(sources, file, municipalityRow).flatMap((row, index): MunicipalityRow[] => {
    const province = byCode.get(row.provincia)
    const map = maps.get(row.provincia)
    if (province === undefined || map === undefined || !row.ine.startsWith(row.provincia)) {
      sources.report(file, index + 2, `${row.ine} has no known province`)
      return []
    }
    if (row.altitud_m === null && !knownGaps.has(row.ine)) sources.report(file, index + 2, `${row.ine} ${row.nombre} has no altitude`)
    const quality = row.ine === province.capital ? 'capital_table' : 'estimated'
    return [
      {
        ine: row.ine,
        name: row.nombre,
        names: lookUpNames([row.nombre, ...row.otros_nombres.split('|')]),
        province: row.provincia,
        community: province.community,
        nuts3: row.nuts3,
        island: row.isla,
        altitude_m: row.altitud_m,
        altitude_origin: row.origen_altitud,
        latitude: row.latitud,
        longitude: row.longitud,
        climate_zone: row.altitud_m === null ? null : (climateZone(bands.get(row.provincia) ?? [], row.altitud_m) ?? null),
        radon_zone: radon.get(row.ine)?.zona || 'none',
        radon_note: radon.get(row.ine)?.nota ?? null,
        seismic_ab_g: seismic.get(row.ine)?.ab_g ?? null,
        seismic_k: seismic.get(row.ine)?.k ?? null,
        seismic_note: seismic.get(row.ine)?.nota ?? null,
        wind_zone: map.zona_eolica,
        wind_quality: quality,
        snow_zone: map.zona_nieve,
        snow_quality: quality,
      },
    ]
  })
  const known = new Set(list.map(({ ine }) => ine))
  if (known.size !== list.length) sources.report(file, 1, 'lists a municipality twice')
  for (const [name, listed] of [
    ['geo/sismo-ncse02.csv', seismic],
    ['geo/radon-hs6.csv', radon],
  ] as const) {
    for (const ine of listed.keys()) if (!known.has(ine)) sources.report(name, 1, `${ine} is no municipality of ${file}`)
  }
  return withoutArticles(list)
}

const articles = "el|la|los|las|els|les|l'|a|o|as|os|es|sa|ses"
const articleBefore = new RegExp(`^(${articles})(?:\\s+|(?<='))((?!del? ).+)$`)
const articleBehind = new RegExp(`^(.*), ?(${articles})$`)

/** `Vitoria-Gasteiz`, `Alacant/Alicante`, `Palmas de Gran Canaria, Las` and `La Zarza` under each way of writing them. */
function lookUpNames(names: readonly string[]): string {
  const spellings = new Set<string>()
  for (const name of names.filter((text) => text !== '')) {
    for (const part of [name, ...name.split('/'), ...name.split('/').flatMap(withBracket)]) {
      const folded = fold(part.trim())
      spellings.add(nameKey(part))
      const [behind, before] = [articleBehind.exec(folded), articleBefore.exec(folded)]
      if (behind !== null) spellings.add(nameKey(`${behind[2]} ${behind[1]}`))
      if (before !== null) spellings.add(nameKey(`${before[2]} ${before[1]}`))
    }
  }
  return `|${[...spellings].join('|')}|`
}

/** `Noáin (Valle de Elorz)` goes by each of its two names. */
function withBracket(name: string): string[] {
  return /^(.+?)\s*\((.+)\)$/.exec(name)?.slice(1) ?? []
}

/** `Hospitalet de Llobregat`: names of several words go without their article too, where that is the name of no other municipality. */
function withoutArticles(list: readonly MunicipalityRow[]): MunicipalityRow[] {
  const spelled = (row: MunicipalityRow): string[] => row.names.split('|').filter((text) => text !== '')
  const plainOf = (row: MunicipalityRow): string[] =>
    spelled(row).flatMap((name) => /^(?:el|la|los|las|els|les|l|a|o|as|os|es|sa|ses) ((?!del? ).+ .+)$/.exec(name)?.[1] ?? [])
  const owners = new Map<string, Set<string>>()
  for (const row of list) for (const name of [...spelled(row), ...plainOf(row)]) owners.set(name, (owners.get(name) ?? new Set()).add(row.ine))
  return list.map((row) => {
    const own = new Set(plainOf(row).filter((name) => owners.get(name)?.size === 1 && !row.names.includes(`|${name}|`)))
    return own.size === 0 ? row : { ...row, names: `${row.names}${[...own].join('|')}|` }
  })
}
