import { parseGeoId } from '../engine/geo-id.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { MunicipalityRow } from '../kb/pack-schema.ts'

/** Finds a municipality by code or name. Throws `ambiguous-name` with all that have the name, or `unknown-municipality` with similar names. */
export function findMunicipality(kb: KnowledgeBase, text: string): MunicipalityRow {
  const id = parseGeoId(/^\d{5}$/.test(text.trim()) ? `ES-${text.trim()}` : text)
  const byCode = id?.level === 'municipality' ? kb.geography.municipality(id.ine) : undefined
  if (byCode !== undefined) return byCode
  const found = /^[A-Z]{2}-/i.test(text) && id !== undefined ? [] : kb.geography.municipalitiesNamed(text)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const describe = (row: MunicipalityRow) => ({
    geo_id: `ES-${row.ine}`,
    name: row.name,
    provincia: kb.geography.provinces.find(({ code }) => code === row.province)?.name ?? row.province,
  })
  if (found.length > 1)
    throw new ServiceError(
      'ambiguous-name',
      {
        es: `Hay ${found.length} municipios llamados «${quoted(text)}»: use su código`,
        en: `${found.length} municipalities are called "${quoted(text)}": use a code`,
      },
      { candidates: found.map(describe) },
    )
  const candidates = kb.geography.nearestMunicipalities(text).map(describe)
  throw new ServiceError(
    'unknown-municipality',
    { es: `Ningún municipio se llama o tiene el código «${quoted(text)}»`, en: `No municipality has the name or code "${quoted(text)}"` },
    { candidates },
  )
}
