import { useState } from 'react'
import { navigate, useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { DayField, isDayOrNone } from '../shared/day-field.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { optionMeant } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { useRecent, useRemembered } from '../shared/recent.ts'
import { type Building, buildingAddress, buildingFrom, requestOf } from './building.ts'
import { BuildingFields } from './building-fields.tsx'
import { RequirementsSheet } from './sheet.tsx'

/** The page that says what applies to a building. The address keeps the building. */
export function ExigenciasPage() {
  const text = useText()
  const words = text.exigencias
  const { language } = useSession()
  const { query } = useRoute()
  const asked = buildingFrom(query)
  const [building, setBuilding] = useState<Building>(asked)
  const places = usePlaces()
  const recentPlaces = useRecent('lugares')
  const askedPlace = optionMeant(places ?? [], asked.place)
  useRemembered('lugares', askedPlace?.label)
  const errors = ambiguities(byPointer(building.context), language)
  // Before the places are loaded only a blank place is known to be wrong.
  const isUnknown = (name: string): boolean => name.trim() === '' || (places !== undefined && optionMeant(places, name) === undefined)
  const [isTried, setTried] = useState(false)
  const show = (next: Building): void => {
    setTried(true)
    setBuilding(next)
    if (isUnknown(next.place) || !isDayOrNone(next.date) || Object.keys(ambiguities(byPointer(next.context), language)).length > 0) return
    navigate(buildingAddress({ ...next, place: optionMeant(places ?? [], next.place)?.label ?? next.place }))
  }
  return (
    <>
      <h1>{text.pages.exigencias}</h1>
      <p className="help">{words.intro}</p>
      <form
        noValidate
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault()
          show(building)
        }}
      >
        <div className="conditions">
          <ComboField
            label={text.verificar.place}
            help={text.verificar.placeHelp}
            error={(isTried || asked.place !== '') && isUnknown(building.place) ? text.verificar.unknownPlace : undefined}
            text={building.place}
            options={places ?? []}
            last={recentPlaces}
            onChange={(next) => setBuilding({ ...building, place: next })}
          />
          <DayField
            label={text.verificar.date}
            help={text.proyectos.dateHelp}
            error={isTried && !isDayOrNone(building.date) ? text.verificar.wrongDate : undefined}
            value={building.date}
            onChange={(date) => setBuilding({ ...building, date })}
          />
        </div>
        <BuildingFields building={building} errors={isTried ? errors : {}} onChange={setBuilding} />
        <div className="actions">
          <button type="submit" className="main">
            {words.ask}
          </button>
        </div>
      </form>
      {askedPlace === undefined ? null : <RequirementsSheet request={requestOf(asked, askedPlace.id)} building={asked} onChange={show} />}
    </>
  )
}
