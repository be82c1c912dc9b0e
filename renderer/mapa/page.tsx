import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from '../route.tsx'
import { useAnswer, useSession, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { addressOfMap, type MapState, zoneOf } from './address.ts'
import type { Atlas, Shape } from './atlas.ts'
import { ClimateLegend, Legend } from './legend.tsx'
import { loadAtlas } from './load-atlas.ts'
import { SpainMap } from './spain-map.tsx'
import { type Layer, layerOf, type ZoneClass } from './zone-layer.ts'
import { rowsInArea, visibleRows, type ZoneRow, zoneRows } from './zone-rows.ts'
import { ZoneTable } from './zone-table.tsx'
import { classText, qualityText, valueText, type ZoneTextOptions } from './zone-text.ts'

/** The map of one zone, with its table. */
export function MapPage({ state }: { readonly state: MapState }) {
  const text = useText()
  const zone = zoneOf(state.map)
  const atlas = useQuery({ queryKey: ['atlas'], queryFn: loadAtlas })
  const places = useAnswer(['municipios'], (client, signal) => client.listMunicipios.query({}, { signal }))
  const zones = useAnswer(['zonas', zone], (client, signal) => client.listZones.query({ zone }, { signal }))
  const layer = useMemo(() => (zones.data === undefined ? undefined : layerOf(zones.data)), [zones.data])
  const rows = useMemo(
    () => (layer === undefined || places.data === undefined ? undefined : zoneRows(places.data.items, layer, zones.data?.notes ?? {})),
    [layer, places.data, zones.data],
  )
  const failed = [places, zones, atlas].find(({ error }) => error !== null)
  if (failed !== undefined) return <ErrorNotice error={failed.error} onRetry={() => failed.refetch()} />
  if (layer === undefined || rows === undefined || zones.data === undefined) return <Waiting />
  const { source, unlisted } = zones.data
  return (
    <>
      <h2 className="map-title">
        {text.municipios.zones[zone] ?? zone} <span className="help">{text.mapa.source(`${source.title}, ${source.section}`)}</span>
      </h2>
      <ZoneMap state={state} layer={layer} rows={rows} atlas={atlas.data} unlisted={unlisted} />
    </>
  )
}

function ZoneMap({
  state,
  layer,
  rows,
  atlas,
  unlisted,
}: {
  readonly state: MapState
  readonly layer: Layer
  readonly rows: readonly ZoneRow[]
  readonly atlas: Atlas | undefined
  readonly unlisted: string | null
}) {
  const text = useText()
  const words = text.mapa
  const { language } = useSession()
  const textOptions: ZoneTextOptions = { text, language, zone: layer.zone, unlisted }
  const area = useMemo(() => rowsInArea(rows, state), [rows, state])
  const shown = useMemo(() => visibleRows(area, state, layer), [area, state, layer])
  const byIne = useMemo(() => new Map(rows.map((row) => [row.ine, row])), [rows])
  const enlarged = useMemo(() => (area.length === rows.length ? undefined : new Set(area.map(({ ine }) => ine))), [area, rows])
  const lines = useMemo(
    () => atlas?.linesBetween((id) => (enlarged === undefined || enlarged.has(id) ? String(byIne.get(id)?.zoneClass.key) : '')) ?? [],
    [atlas, byIne, enlarged],
  )
  const scene = useMemo(
    () =>
      atlas === undefined
        ? undefined
        : {
            atlas,
            classOf: (id: string) => byIne.get(id)?.zoneClass,
            chosenClass: state.zoneClass,
            area: enlarged,
            lines,
          },
    [atlas, byIne, state.zoneClass, enlarged, lines],
  )
  const go = (next: MapState, how: 'push' | 'replace' = 'push') => navigate(addressOfMap(next), how)
  const describe = ({ id, name }: Shape): string => {
    const row = byIne.get(id)
    if (row === undefined) return words.noMunicipality(name)
    const known = [valueText(row.value, textOptions), qualityText(row.quality, textOptions)].filter((part) => part !== '').join(', ')
    return [`${row.name} (${row.provincia}): ${known}`, row.note ?? ''].filter((part) => part !== '').join('. ')
  }
  const LegendOfZone = layer.zone === 'climate_zone' ? ClimateLegend : Legend
  const counts = useMemo(() => countsOf(area), [area])
  const options = (names: readonly string[]) => [...new Set(names)].sort(new Intl.Collator('es').compare).map((value) => ({ value, label: value }))
  const ofCommunity = rows.filter(({ ccaa }) => state.community === '' || ccaa === state.community)
  return (
    <>
      <div className="map-filters">
        <SelectField
          label={words.community}
          none={words.spain}
          value={state.community}
          options={options(rows.map(({ ccaa }) => ccaa))}
          onChange={(community) => go({ ...state, community, province: '', page: 1 })}
        />
        <SelectField
          label={words.province}
          none={words.all}
          value={state.province}
          options={options(ofCommunity.map(({ provincia }) => provincia))}
          onChange={(province) => go({ ...state, province, page: 1 })}
        />
        <Field label={words.name} type="search" value={state.name} onChange={(name) => go({ ...state, name, page: 1 }, 'replace')} />
      </div>
      <div className="map-page">
        <section aria-label={words.map}>
          {scene === undefined ? (
            <div className="map-frame">
              <Waiting />
            </div>
          ) : (
            <SpainMap
              scene={scene}
              label={words.of(text.municipios.zones[layer.zone] ?? layer.zone, state.province || state.community || words.spain)}
              describe={describe}
              onOpen={(ine) => navigate(`/municipios/ES-${ine}`)}
            />
          )}
          <LegendOfZone
            classes={layer.classes.filter(({ key }) => counts.has(key) || key === state.zoneClass)}
            label={words.legend}
            nameOf={(one: ZoneClass) => classText(one, textOptions)}
            countOf={({ key }: ZoneClass) => String(counts.get(key) ?? 0)}
            chosen={state.zoneClass}
            onChoose={(zoneClass) => go({ ...state, zoneClass, page: 1 })}
          />
          {atlas === undefined ? null : <OutlineNotes atlas={atlas} byIne={byIne} />}
        </section>
        <div>
          <ZoneTable rows={shown} textOptions={textOptions} state={state} onChange={go} />
        </div>
      </div>
    </>
  )
}

/** Notes on municipalities without an outline, and on outlines that are not municipalities. */
function OutlineNotes({ atlas, byIne }: { readonly atlas: Atlas; readonly byIne: ReadonlyMap<string, ZoneRow> }) {
  const words = useText().mapa
  const without = [...byIne.values()].filter(({ ine }) => !atlas.byId.has(ine)).map(({ name, ine }) => `${name} (${ine})`)
  const otherOutlines = atlas.shapes.filter(({ id }) => !byIne.has(id)).length
  return (
    <p className="help">
      {words.withoutShape(without.length, without.join(', '))} {words.otherOutlines(otherOutlines)} {words.outlines}
    </p>
  )
}

function countsOf(rows: readonly ZoneRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { zoneClass } of rows) counts.set(zoneClass.key, (counts.get(zoneClass.key) ?? 0) + 1)
  return counts
}
