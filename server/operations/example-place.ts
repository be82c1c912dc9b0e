import { parseGeoId } from '../engine/geo-id.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { isInForce, type Pair } from './pair.ts'

const capitalOfSpain = '28079'

const placesOf = new WeakMap<KnowledgeBase, readonly Place[]>()

/** The places that examples are made of: the place asked for, with municipalities in it; without one Madrid, the other capitals of provinces and one more municipality of each. */
export function examplePlaces({ place }: Pick<Pair, 'place'>, kb: KnowledgeBase): readonly Place[] {
  if (place !== undefined) return [place, ...place.within.flatMap(({ geo_id }) => placeAt(kb, geo_id))]
  const made = placesOf.get(kb) ?? everyPlace(kb)
  placesOf.set(kb, made)
  return made
}

function everyPlace(kb: KnowledgeBase): readonly Place[] {
  const { provinces } = kb.geography
  const capitals = provinces.map(({ capital }) => capital).sort((one, other) => Number(other === capitalOfSpain) - Number(one === capitalOfSpain))
  const others = provinces.flatMap(({ code, capital }) => kb.geography.list({ province: code }).find(({ ine }) => ine !== capital)?.ine ?? [])
  return [...capitals, ...others].flatMap((ine) => placeAt(kb, `ES-${ine}`))
}

function placeAt(kb: KnowledgeBase, geoId: string): Place[] {
  const parsed = parseGeoId(geoId)
  const place = parsed === undefined ? undefined : kb.geography.place(parsed)
  return place === undefined ? [] : [place]
}

/** The reference day of the base if a rule is in force then, else the first day of its last edition. */
export function exampleDay(loaded: LoadedRule, kb: KnowledgeBase): string {
  const { referenceDate } = kb.meta
  if (isInForce(loaded, referenceDate, kb)) return referenceDate
  const editions = kb.book.documents.get(loaded.document)?.editions ?? []
  return editions.findLast(({ version }) => loaded.rule.editions.includes(version))?.from ?? referenceDate
}
