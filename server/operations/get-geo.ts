import { z } from 'zod'
import { bindsIn, editionOn } from '../engine/book.ts'
import { withComma } from '../engine/decimal.ts'
import { atAltitude, placeOfMunicipality, type Quality } from '../engine/place.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { numberBetween } from './fields.ts'
import { findMunicipality } from './find-municipality.ts'
import { operation } from './operation.ts'

const quality = z.enum(['official_list', 'rule', 'capital_table', 'estimated'])

const named = z.object({ code: z.string(), name: z.string() })

const zone = z.object({
  value: z.union([z.string(), z.number()]).nullable().meta({ description: 'null: no data, never "not affected"' }),
  unit: z.string().nullable(),
  source: z.object({ document: z.string(), section: z.string() }),
  quality: quality.nullable(),
  note: z.string().nullable(),
})

/** Returns the zones of a municipality, each with its source, and the regulations that apply there. */
export const getGeo = operation({
  method: 'GET',
  path: '/api/v1/geo/{municipio}',
  scope: 'read',
  tag: 'geo',
  isOfBase: true,
  summary: 'Zones and regulations of a municipality',
  description:
    'Accepts `28079`, `ES-28079` or a name, accents ignored, with its province in brackets where need be: `Mieres (Asturias)`. A name of several municipalities is a 409 with the candidates.',
  input: z.strictObject({
    municipio: z
      .string()
      .min(1)
      .max(120)
      .meta({ examples: ['ES-28079'] }),
    altitude_m: numberBetween(-100, 3800).optional().meta({ description: 'Altitude of the site: recomputes what depends on it' }),
  }),
  output: z.object({
    geo_id: z.string(),
    ine: z.string(),
    name: z.string(),
    provincia: named,
    ccaa: named,
    nuts3: z.string(),
    island: z.string().nullable(),
    altitude_m: z.number().nullable(),
    altitude_source: z.enum(['request', 'capital']).nullable(),
    climate_zone: z.string().nullable(),
    wind_zone: z.string().nullable(),
    seismic_zone: z.string().nullable(),
    radon_zone: z.string().nullable(),
    snow_zone: z.string().nullable(),
    zones: z.record(z.string(), zone),
    regional_regulations: z.array(
      z.object({
        slug: z.string(),
        subject: z.string(),
        title: z.string(),
        kind: z.string(),
        number: z.string(),
        date: z.string().nullable(),
        published_in: z.string().nullable(),
        in_force_from: z.string().nullable(),
        status: z.string(),
        replaces: z.string().nullable(),
        verification: z.string(),
        notes: z.string().nullable(),
        held: z.boolean(),
      }),
    ),
    applicable_codes: z.array(z.object({ slug: z.string(), title: z.string(), scope: z.enum(['national', 'regional']), version: z.string() })),
    warnings: z.array(z.string()),
  }),
  problems: ['unknown-municipality', 'ambiguous-name'],
  examples: { madrid: { municipio: 'ES-28079' } },
  run({ kb }, input) {
    const row = findMunicipality(kb, input.municipio)
    const province = kb.geography.provinces.find(({ code }) => code === row.province)
    const community = kb.geography.communities.find(({ code }) => code === row.community)
    const own = placeOfMunicipality(row, province?.territory ?? '', kb.geography.bandsOf(row.province))
    const { record } = input.altitude_m === undefined ? own : atAltitude(own, input.altitude_m)
    const unlisted = sourceOf(kb, 'seismic_zone').unlisted
    const seismic =
      row.seismic_ab_g === null ? unlisted : `ab = ${withComma(String(row.seismic_ab_g))} g, K = ${withComma(String(row.seismic_k ?? 1))}`
    const zoneOf = (name: string, value: string | number | null, unit: string | null, how: Quality | null, note: string | null = null) => ({
      value,
      unit,
      source: { document: sourceOf(kb, name).document, section: sourceOf(kb, name).section },
      quality: value === null ? null : how,
      note,
    })
    return {
      geo_id: `ES-${row.ine}`,
      ine: row.ine,
      name: row.name,
      provincia: { code: row.province, name: province?.name ?? row.province },
      ccaa: { code: row.community, name: community?.name ?? row.community },
      nuts3: row.nuts3,
      island: row.island,
      altitude_m: record.altitudeM,
      altitude_source: input.altitude_m !== undefined ? ('request' as const) : row.altitude_m === null ? null : ('capital' as const),
      climate_zone: record.climateZone,
      wind_zone: row.wind_zone,
      seismic_zone: seismic,
      radon_zone: row.radon_zone,
      snow_zone: row.snow_zone,
      zones: {
        climate_zone: zoneOf('climate_zone', record.climateZone, null, 'rule'),
        radon_zone: zoneOf('radon_zone', row.radon_zone, null, 'official_list', row.radon_note),
        seismic_ab: zoneOf(
          'seismic_zone',
          row.seismic_ab_g,
          'g',
          'official_list',
          row.seismic_note ?? (row.seismic_ab_g === null ? `No figura en la lista: ${unlisted}` : null),
        ),
        seismic_k: zoneOf('seismic_zone', row.seismic_k, null, 'official_list'),
        wind_zone: zoneOf('wind_zone', row.wind_zone, null, row.wind_quality, estimateNote(row.wind_quality)),
        snow_zone: zoneOf('snow_zone', row.snow_zone, null, row.snow_quality, estimateNote(row.snow_quality)),
      },
      regional_regulations: kb.geography.regulationsOf(row.community).map((one) => ({
        slug: one.slug,
        subject: one.materia,
        title: one.titulo,
        kind: one.tipo,
        number: one.numero,
        date: one.fecha,
        published_in: [one.diario, one.fecha_publicacion].filter((part) => part !== null).join(', ') || null,
        in_force_from: one.entrada_en_vigor,
        status: one.estado,
        replaces: one.sustituye,
        verification: one.verificacion,
        notes: one.notas,
        held: kb.book.documents.has(one.slug),
      })),
      applicable_codes: [...kb.book.documents.values()]
        .filter((document) => bindsIn(document, row.community))
        .flatMap((document) => {
          const edition = editionOn(document, kb.meta.referenceDate)
          return edition === undefined
            ? []
            : [
                {
                  slug: document.slug,
                  title: document.title,
                  scope: document.ccaa === null ? ('national' as const) : ('regional' as const),
                  version: edition.version,
                },
              ]
        }),
      warnings: record.climateZone === null ? ['Sin altitud en el Nomenclátor: la zona climática no se conoce; indique altitude_m'] : [],
    }
  },
})

function estimateNote(how: Quality): string | null {
  return how === 'estimated' ? 'Zona de la capital de la provincia: el mapa no tiene lista por municipio' : null
}

function sourceOf(kb: KnowledgeBase, name: string): { document: string; section: string; unlisted: string | null } {
  return kb.geography.zoneSources.get(name) ?? { document: '', section: '', unlisted: null }
}
