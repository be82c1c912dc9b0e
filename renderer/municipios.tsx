import { useEffect, useState } from 'react'
import { MunicipalitySheet } from './municipality-sheet.tsx'
import { navigate, useRoute } from './route.tsx'
import { useText } from './session.tsx'
import { optionNamed, Pick } from './shared/pick.tsx'
import { usePlaces } from './shared/places.ts'
import { Waiting } from './shared/states.tsx'

/** The sheet of a municipality, chosen from all of them. */
export function MunicipiosPage() {
  const text = useText()
  const words = text.municipios
  const { path } = useRoute()
  const geoId = decodeURIComponent(path.split('/')[2] ?? '')
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
      {places === undefined ? (
        <Waiting />
      ) : (
        <Pick className="wide" label={words.label} help={words.help} text={typed} options={places} onChange={choose} />
      )}
      {geoId === '' ? (
        <section className="panel">
          <p>{words.intro}</p>
          <button type="button" className="quiet" onClick={() => navigate('/municipios/ES-05019')}>
            {words.example}
          </button>
        </section>
      ) : (
        <MunicipalitySheet key={geoId} geoId={geoId} />
      )}
    </>
  )
}
