import { type FormEvent, useState } from 'react'
import { useAnswer, useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { Field } from '../shared/field.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { optionNamed } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { searchKey } from '../text.ts'
import { wireContext } from '../verificar/check.ts'
import { Conditions } from '../verificar/conditions.tsx'
import { type Project, writtenContext } from './project.ts'

/** Conditions shown for every building. The user can add others. */
const defaultConditions = ['uso', 'intervencion']
const fields = ['name', 'reference', 'site', 'developer', 'author', 'notes'] as const

/** Form with the data of a building: names, place, date, and the conditions of all its checks. */
export function BuildingForm({ project, onSave }: { readonly project: Project; readonly onSave: (project: Project) => void }) {
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const places = usePlaces()
  const { data } = useAnswer(['condiciones'], (client, signal) => client.listConditions.query({}, { signal }))
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((name) => [name, project[name] ?? ''])))
  const [place, setPlace] = useState<string>()
  const [date, setDate] = useState(project.as_of ?? '')
  const [context, setContext] = useState<Readonly<Record<string, string>>>(() => writtenContext(project.context))
  const [isTried, setTried] = useState(false)
  const unclear = ambiguities(byPointer(context), language)
  const [typed, setTyped] = useState('')
  const all = data?.items ?? []
  const shown = all.filter(({ field }) => defaultConditions.includes(field) || context[field] !== undefined)
  const others = all
    .filter(({ field }) => !shown.some((one) => one.field === field))
    .map(({ field, label, help }) => ({ id: field, label, hint: help, search: searchKey(`${label} ${field}`) }))
  const typedPlace = place ?? optionNamed(places ?? [], project.geo_id)?.label ?? ''
  const chosen = optionNamed(places ?? [], typedPlace)
  const add = (label: string) => {
    const option = optionNamed(others, label)
    setTyped(option === undefined ? label : '')
    if (option !== undefined) setContext({ ...context, [option.id]: '' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(unclear).length > 0) return
    if (chosen === undefined || values['name']?.trim() === '') return
    const { as_of: _before, ...rest } = project
    onSave({ ...rest, ...values, geo_id: chosen.id, context: wireContext(context), ...(date === '' ? {} : { as_of: date }) })
  }
  return (
    <details className="panel">
      <summary>{words.identity}</summary>
      <form onSubmit={submit} noValidate>
        <div className="conditions">
          {fields.map((name) => (
            <Field
              key={name}
              label={words.fields[name]}
              error={name === 'name' && values[name]?.trim() === '' ? text.verificar.required : undefined}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <ComboField
            label={text.verificar.place}
            help={text.verificar.placeHelp}
            error={chosen === undefined ? text.verificar.unknownPlace : undefined}
            text={typedPlace}
            options={places ?? []}
            onChange={setPlace}
          />
          <Field label={text.verificar.date} type="date" help={words.dateHelp} value={date} onChange={setDate} />
        </div>
        <h3>{words.building}</h3>
        <Conditions conditions={shown} context={context} errors={isTried ? unclear : {}} onChange={setContext} />
        <ComboField label={words.addCondition} help={words.addConditionHelp} text={typed} options={others} onChange={add} />
        <div className="actions">
          <button type="submit" className="main">
            {words.save}
          </button>
        </div>
      </form>
    </details>
  )
}
