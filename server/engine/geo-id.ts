/** What a `geo_id` names. INE and NUTS codes keep their own prefix: `ES-30` is province 30, `ES-ES30` the NUTS region. */
export type GeoId =
  | { readonly level: 'municipality'; readonly ine: string }
  | { readonly level: 'province'; readonly province: string }
  | { readonly level: 'nuts'; readonly nuts: string }
  | { readonly level: 'country' }

/** Reads a `geo_id`: `ES-28079`, `ES-28`, `ES-ES300`, `ES-ES30`, `ES`. `undefined` where it has none of these forms. */
export function parseGeoId(text: string): GeoId | undefined {
  const code = text.trim().toUpperCase()
  if (code === 'ES') return { level: 'country' }
  const ine = /^ES-(\d{5}|\d{2})$/.exec(code)?.[1]
  if (ine !== undefined) return ine.length === 5 ? { level: 'municipality', ine } : { level: 'province', province: ine }
  const nuts = /^ES-(ES[0-9A-Z]{1,3})$/.exec(code)?.[1]
  return nuts === undefined ? undefined : { level: 'nuts', nuts }
}
