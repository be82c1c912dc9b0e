import type { Outputs } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { searchKey } from '../text.ts'
import type { Option } from './options.ts'

/** All municipalities as options, found by name, other names (Orense, Ibiza), code and province. Undefined until loaded. */
export function usePlaces(): readonly Option[] | undefined {
  const { data } = useAnswer(['municipios'], (client, signal) => client.listMunicipios.query({}, { signal }))
  return data === undefined ? undefined : optionsOf(data)
}

type Municipios = Outputs['listMunicipios']
/** Folding eight thousand names takes a while: all fields of the pages share one list. */
const made = new WeakMap<Municipios, readonly Option[]>()

function optionsOf(data: Municipios): readonly Option[] {
  const known = made.get(data)
  if (known !== undefined) return known
  const options = data.items.map(({ geo_id, ine, name, provincia, climate_zone, other_names: others = [] }) => ({
    id: geo_id,
    label: `${name} (${ine})`,
    also: [name, ...name.split('/'), ...others, `${name} (${provincia})`, ine],
    hint: climate_zone === null ? provincia : `${provincia} · ${climate_zone}`,
    search: searchKey(`${name} ${others.join(' ')} ${ine} ${provincia}`),
  }))
  made.set(data, options)
  return options
}
