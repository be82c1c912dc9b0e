import type { Outputs } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { searchKey } from '../text.ts'
import type { Option } from './options.ts'

type Places = Outputs['listMunicipios']
/** The options of each answer, made once for all the fields that offer them. */
const made = new WeakMap<Places, readonly Option[]>()

/** All municipalities as options, found by name, other names (Orense, Ibiza), code and province. Undefined until loaded. */
export function usePlaces(): readonly Option[] | undefined {
  const { data } = useAnswer(['municipios'], (client, signal) => client.listMunicipios.query({}, { signal }))
  if (data === undefined) return undefined
  const options = made.get(data) ?? optionsOf(data)
  made.set(data, options)
  return options
}

function optionsOf({ items }: Places): readonly Option[] {
  return items.map(({ geo_id, ine, name, provincia, climate_zone, other_names: others = [] }) => ({
    id: geo_id,
    label: `${name} (${ine})`,
    also: [name, ...name.split('/'), ...others, `${name} (${provincia})`, ine],
    hint: climate_zone === null ? provincia : `${provincia} · ${climate_zone}`,
    search: searchKey(`${name} ${others.join(' ')} ${ine} ${provincia}`),
  }))
}
