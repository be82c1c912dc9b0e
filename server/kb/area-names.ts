import { nameKey } from '../engine/text.ts'

/** A part of Spain larger than a municipality, or Spain itself. */
export type Area =
  | { readonly kind: 'province' | 'community'; readonly code: string; readonly name: string }
  | { readonly kind: 'island'; readonly code: string; readonly name: string }
  | { readonly kind: 'country'; readonly code: 'ES'; readonly name: string }

/** The fields of a municipality that decide whether it lies in an area. */
export interface Located {
  readonly province: string
  readonly community: string
  readonly island: string | null
}

interface Named {
  readonly code: string
  readonly name: string
}

/** Names in common use that the official lists do not have, by code. */
const otherProvinceNames: Readonly<Record<string, readonly string[]>> = {
  '07': ['Islas Baleares', 'Baleares'],
  '12': ['Castellón de la Plana'],
  '15': ['La Coruña', 'Coruña'],
  '17': ['Gerona'],
  '20': ['Guipúzcoa'],
  '25': ['Lérida'],
  '31': ['Nafarroa'],
  '32': ['Orense'],
  '48': ['Vizcaya'],
}
const otherCommunityNames: Readonly<Record<string, readonly string[]>> = {
  '03': ['Asturias'],
  '04': ['Islas Baleares', 'Baleares'],
  '05': ['Islas Canarias'],
  '10': ['Comunidad Valenciana', 'País Valenciano'],
  '13': ['Madrid'],
  '14': ['Murcia'],
  '15': ['Navarra', 'Nafarroa', 'Comunidad de Navarra'],
}
const spain = ['España', 'Espanya', 'Spain', 'territorio nacional']

/** Every name of a province: official, co-official and common. */
export function provinceNames({ code, name }: Named): string[] {
  return [name, ...name.split('/'), ...(otherProvinceNames[code] ?? [])]
}

/** Every name of an autonomous community: official, co-official and common. */
export function communityNames({ code, name }: Named): string[] {
  return [name, ...name.split('/'), ...(otherCommunityNames[code] ?? [])]
}

/** Areas by name (`nameKey`). One name can mean several: `murcia` is a province and a community. */
export function areasByName(provinces: readonly Named[], communities: readonly Named[], islands: Iterable<string>): Map<string, Area[]> {
  const areas = new Map<string, Area[]>()
  const add = (names: readonly string[], area: Area): void => {
    for (const key of new Set(names.map(nameKey))) areas.set(key, [...(areas.get(key) ?? []), area])
  }
  for (const one of provinces) add(provinceNames(one), { kind: 'province', code: one.code, name: one.name })
  for (const one of communities) add(communityNames(one), { kind: 'community', code: one.code, name: one.name })
  for (const name of new Set(islands)) add([name, ...name.split('/')], { kind: 'island', code: name, name })
  add(spain, { kind: 'country', code: 'ES', name: 'España' })
  return areas
}

/** True if the municipality lies in the area. */
export function liesIn({ province, community, island }: Located, area: Area): boolean {
  switch (area.kind) {
    case 'province':
      return province === area.code
    case 'community':
      return community === area.code
    case 'island':
      return island === area.code
    case 'country':
      return true
    default:
      return area satisfies never
  }
}

export interface QualifiedName {
  readonly name: string
  readonly qualifiers: readonly string[]
}

const title = /^(?:la\s+)?(?:provincia|prov\.?|isla|comunidad(?:\s+aut[oó]noma)?|c\.\s?a\.)\s+(?:de\s+)?/i

/** Splits a name from the areas in brackets after it: `Lorca (Murcia, España)` → `Lorca`, qualified by `Murcia` and `España`. Undefined if the text does not end with brackets. */
export function qualifiedName(text: string): QualifiedName | undefined {
  const match = /^\s*([^()]*\S)\s*\(([^()]+)\)\s*$/u.exec(text)
  return match?.[1] === undefined || match[2] === undefined ? undefined : { name: match[1], qualifiers: qualifiersIn(match[2]) }
}

/** The names inside brackets, without titles: `prov. de Burgos, España` → `Burgos`, `España`. */
export function qualifiersIn(bracket: string): string[] {
  const isOne = (part: string): boolean => part !== ''
  return bracket
    .split(/[,;·]/)
    .map((part) => part.trim().replace(title, ''))
    .filter(isOne)
}
