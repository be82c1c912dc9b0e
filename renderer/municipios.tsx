import { lazy, Suspense, useEffect, useState } from 'react'
import { addressOfMap, mapFrom, mapNames, wholeMap } from './mapa/address.ts'
import { MunicipalitySheet } from './municipality-sheet.tsx'
import { Link, navigate, useRoute } from './route.tsx'
import { useText } from './session.tsx'
import { ComboField } from './shared/combo-field.tsx'
import { Waiting } from './shared/notices.tsx'
import { optionNamed } from './shared/options.ts'
import { usePlaces } from './shared/places.ts'

const MapPage = lazy(async () => ({ default: (await import('./mapa/page.tsx')).MapPage }))

/** The page of municipalities: search field, and a map or the sheet of one municipality. */
export function MunicipiosPage() {
  const text = useText()
  const words = text.municipios
  const { path, query } = useRoute()
  const geoId = decodeURIComponent(path.split('/')[2] ?? '')
  const map = mapFrom(query) ?? wholeMap('clima')
  const places = usePlaces()
  const [typed, setTyped] = useState('')
  const label = places?.find(({ id }) => id === geoId)?.label
  useEffect(() => {
    if (label !== undefined) setTyped(label)
  }, [label])
  const choose = (next: string) => {
    setTyped(next)
    const option = optionNamed(places ?? [], next)
    if (option !== undefined && option.id !== geoId) navigate(`/municipios/${option.id}`)
  }
  return (
    <>
      <h1>{text.pages.municipios}</h1>
      <div className="place-field">
        {places === undefined ? (
          <Waiting />
        ) : (
          <ComboField className="wide" label={words.label} help={words.help} text={typed} options={places} onChange={choose} />
        )}
      </div>
      <nav className="maps" aria-label={text.mapa.open}>
        {mapNames.map((name) => (
          <Link key={name} to={addressOfMap(wholeMap(name))} current={geoId === '' && name === map.map ? 'page' : undefined}>
            {text.mapa.maps[name]}
          </Link>
        ))}
      </nav>
      {geoId !== '' ? (
        <MunicipalitySheet key={geoId} geoId={geoId} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <MapPage state={map} />
        </Suspense>
      )}
    </>
  )
}
