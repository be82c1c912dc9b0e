import { type FormEvent, memo, useState } from 'react'
import { useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { DayField, isDay, isDayOrNone } from '../shared/day-field.tsx'
import { useDraft } from '../shared/draft.ts'
import { Field } from '../shared/field.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { optionNamed } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { wireContext } from '../verificar/check.ts'
import { BuildingData } from './building-data.tsx'
import { type Project, sourcesOf, writtenContext } from './project.ts'

const fields = ['name', 'reference', 'site', 'developer', 'author', 'notes'] as const

/** The ficha of a building: names, place, date, and the data that all its checks inherit. */
export const BuildingForm = memo(function BuildingForm(props: {
  readonly project: Project
  readonly projectId: string
  readonly onSave: (project: Project, onSaved: () => void) => void
}) {
  const { project, projectId, onSave } = props
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const places = usePlaces()
  const draft = useDraft(`${projectId}.edificio`, typedOf(project))
  const { values, place, date, context } = draft.value
  const [isTried, setTried] = useState(false)
  const unclear = ambiguities(byPointer(context), language)
  const typedPlace = place !== '' ? place : (optionNamed(places ?? [], project.geo_id)?.label ?? '')
  const chosen = optionNamed(places ?? [], typedPlace)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(unclear).length > 0 || !isDayOrNone(date)) return
    if (chosen === undefined || values['name']?.trim() === '') return
    const { as_of: _before, ...rest } = project
    const wire = wireContext(context)
    onSave(
      { ...rest, ...values, geo_id: chosen.id, context: wire, sources: sourcesOf(project, wire), ...(date === '' ? {} : { as_of: date }) },
      draft.clear,
    )
  }
  return (
    <details className="panel" open={draft.isOpen || undefined}>
      <summary>{words.identity}</summary>
      <form onSubmit={submit} noValidate>
        <div className="conditions">
          {fields.map((name) => (
            <Field
              key={name}
              label={words.fields[name]}
              error={name === 'name' && values[name]?.trim() === '' ? text.verificar.required : undefined}
              value={values[name] ?? ''}
              onChange={(value) => draft.set({ ...draft.value, values: { ...values, [name]: value } })}
            />
          ))}
          <ComboField
            label={text.verificar.place}
            help={text.verificar.placeHelp}
            error={chosen === undefined ? text.verificar.unknownPlace : undefined}
            text={typedPlace}
            options={places ?? []}
            onChange={(next) => draft.set({ ...draft.value, place: next })}
          />
          <DayField
            label={words.licenceDate}
            help={words.dateHelp}
            error={isTried && !isDayOrNone(date) ? text.verificar.wrongDate : undefined}
            value={date}
            onChange={(next) => draft.set({ ...draft.value, date: next })}
          />
        </div>
        <h2>{words.building}</h2>
        <p className="help">{words.buildingHelp}</p>
        <BuildingData
          place={{ geo_id: chosen?.id ?? project.geo_id, ...(isDay(date) ? { as_of: date } : {}) }}
          context={context}
          ofModel={Object.keys(sourcesOf(project, wireContext(context))).filter((field) => project.sources?.[field] === 'model')}
          errors={isTried ? unclear : {}}
          onChange={(next) => draft.set({ ...draft.value, context: next })}
        />
        <div className="actions">
          <button type="submit" className="main">
            {words.save}
          </button>
        </div>
      </form>
    </details>
  )
})

/** What the form holds; an empty place is the one that is stored. */
function typedOf(project: Project) {
  const values: Readonly<Record<string, string>> = Object.fromEntries(fields.map((name) => [name, project[name] ?? '']))
  const context: Readonly<Record<string, string>> = writtenContext(project.context)
  return { values, place: '', date: project.as_of ?? '', context }
}
