import type { PlaceReading } from '../ask/places.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import type { Place } from '../engine/place.ts'
import type { Text } from '../errors/language.ts'
import { type Area, liesIn } from '../kb/area-names.ts'
import type { SpelledMunicipality } from '../kb/geography.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { placeFor } from './place-for.ts'

/** A municipality that a question may refer to. */
export interface PlaceCandidate {
  readonly geo_id: string
  readonly name: string
  readonly provincia: string
}

/** The place of a question, if it has one; or the reason why it is unclear, in the language of the question, with the municipalities it may refer to. */
export type PlaceAsked =
  | { readonly kind: 'place'; readonly place: Place | undefined }
  | { readonly kind: 'unclear'; readonly why: string; readonly candidates: readonly PlaceCandidate[] }

/** Combines the place named in a question with its `geo_id`: the finer of the two if one contains the other, `unclear` if they contradict each other. Throws the errors of `placeFor`. */
export function placeAsked(kb: KnowledgeBase, reading: PlaceReading, geoId: string | undefined): PlaceAsked {
  const given = geoId === undefined ? undefined : { place: placeFor(kb, geoId), holds: holderOf(geoId) }
  const unclear = (why: Text, ines: readonly string[] = []): PlaceAsked => ({
    kind: 'unclear',
    why: said(kb, why),
    candidates: ines.flatMap((ine) => candidate(kb, ine)),
  })
  const against = (name: string): PlaceAsked =>
    unclear(
      {
        es: `La pregunta nombra ${name}, pero el lugar indicado aparte (geo_id ${geoId}) es ${given?.place.name}: deje uno solo de los dos`,
        en: `The question names ${name}, but the place given apart (geo_id ${geoId}) is ${given?.place.name}: leave one of the two`,
      },
      reading.kind === 'municipality' ? [reading.ine] : [],
    )
  switch (reading.kind) {
    case 'none':
      return { kind: 'place', place: given?.place }
    case 'foreign':
      return unclear({ es: `«${reading.name}» no es un lugar de la base`, en: `"${reading.name}" is no place of the knowledge base` })
    case 'foreign-regulation':
      return unclear({
        es: `«${reading.name}» es normativa extranjera: la base solo tiene la que rige en España`,
        en: `"${reading.name}" is foreign regulation: the knowledge base only has that in force in Spain`,
      })
    case 'municipal-rules':
      return unclear({
        es: `La base no tiene planes ni ordenanzas municipales: consulte los de ${reading.name}`,
        en: `The knowledge base has no municipal plans or ordinances: consult those of ${reading.name}`,
      })
    case 'outside':
      return unclear(
        {
          es: `«${reading.name}» no está en ${reading.area}: ${listed(kb, reading.ines)}`,
          en: `"${reading.name}" is not in ${reading.area}: ${listed(kb, reading.ines)}`,
        },
        reading.ines,
      )
    case 'two':
      return unclear({
        es: `La pregunta nombra más de un lugar (${reading.names.join(', ')}): pregunte por uno solo`,
        en: `The question names more than one place (${reading.names.join(', ')}): ask about one`,
      })
    case 'several': {
      const inside = given === undefined ? reading.ines : rowsOf(kb, reading.ines).flatMap((row) => (given.holds(row) ? row.ine : []))
      const [only] = inside
      if (only === undefined) return against(reading.name)
      if (given !== undefined && inside.length === 1) return { kind: 'place', place: placeFor(kb, `ES-${only}`) }
      const orCountry = reading.orCountry ? { es: ' o un país extranjero', en: ' or a foreign country' } : { es: '', en: '' }
      const example = candidate(kb, only).map(({ name, provincia }) => `«${name} (${provincia})»`)
      return unclear(
        {
          es: `«${reading.name}» puede ser ${listed(kb, inside)}${orCountry.es}: indique la provincia, por ejemplo ${example.join('')}`,
          en: `"${reading.name}" may be ${listed(kb, inside)}${orCountry.en}: name the province, for example ${example.join('')}`,
        },
        inside,
      )
    }
    case 'municipality': {
      const [row] = rowsOf(kb, [reading.ine])
      const place = placeFor(kb, `ES-${reading.ine}`)
      return given === undefined || (row !== undefined && given.holds(row)) ? { kind: 'place', place } : against(place.name)
    }
    case 'area': {
      const place = placeInArea(kb, reading.area, given)
      return place === undefined ? against(reading.area.name) : { kind: 'place', place }
    }
    default:
      return reading satisfies never
  }
}

interface Given {
  readonly place: Place
  readonly holds: Holder
}

/** The finer of the named area and the given place; undefined if they do not overlap. */
function placeInArea(kb: KnowledgeBase, area: Area, given: Given | undefined): Place | undefined {
  const rows = kb.geography.spellings().filter((row) => liesIn(row, area))
  const both = given === undefined ? rows : rows.filter(given.holds)
  if (both.length === 0) return undefined
  return given !== undefined && both.length < rows.length ? given.place : { ...placeFor(kb, areaGeoId(kb, area, rows)), name: area.name }
}

/** ` en Madrid`, or ` en la provincia de Burgos` if a municipality has the same name. */
export function inPlace(kb: KnowledgeBase, { name, level }: Pick<Place, 'name' | 'level'>): string {
  return level === 'province' && kb.geography.municipalitiesNamed(name).length > 0
    ? said(kb, { es: ` en la provincia de ${name}`, en: ` in the province of ${name}` })
    : said(kb, { es: ` en ${name}`, en: ` in ${name}` })
}

type Holder = (row: SpelledMunicipality) => boolean

/** Returns a test for whether a municipality lies in the place of a `geo_id`. */
function holderOf(geoId: string): Holder {
  const id = parseGeoId(geoId)
  if (id === undefined || id.level === 'country') return () => id !== undefined
  if (id.level === 'municipality') return ({ ine }) => ine === id.ine
  if (id.level === 'province') return ({ province }) => province === id.province
  return ({ nuts3 }) => nuts3.startsWith(id.nuts)
}

function areaGeoId(kb: KnowledgeBase, area: Area, rows: readonly SpelledMunicipality[]): string {
  switch (area.kind) {
    case 'province':
      return `ES-${area.code}`
    case 'community':
      return `ES-${kb.geography.communities.find(({ code }) => code === area.code)?.nuts2 ?? ''}`
    case 'island':
      return `ES-${rows[0]?.nuts3 ?? ''}`
    case 'country':
      return 'ES'
    default:
      return area satisfies never
  }
}

function rowsOf(kb: KnowledgeBase, ines: readonly string[]): SpelledMunicipality[] {
  return kb.geography.spellings().filter(({ ine }) => ines.includes(ine))
}

function candidate({ geography }: KnowledgeBase, ine: string): PlaceCandidate[] {
  const row = geography.municipality(ine)
  const provincia = geography.provinces.find(({ code }) => code === row?.province)?.name ?? ''
  return row === undefined ? [] : [{ geo_id: `ES-${ine}`, name: row.name, provincia }]
}

/** `Mieres (Girona) o Mieres (Asturias)` */
function listed(kb: KnowledgeBase, ines: readonly string[]): string {
  return ines.flatMap((ine) => candidate(kb, ine).map(({ name, provincia }) => `${name} (${provincia})`)).join(' o ')
}
