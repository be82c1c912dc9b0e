import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useAnswer, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { Field } from '../shared/field.tsx'
import type { FieldErrors } from '../shared/field-errors.ts'
import { type Option, optionMeant, optionNamed } from '../shared/options.ts'
import { recent, remember, useRecent } from '../shared/recent.ts'
import type { Check } from './check.ts'
import type { Vocabulary } from './use-vocabulary.ts'

/** The place of the last check on this machine, or ''. */
export function lastPlace(): string {
  return recent('lugares')[0] ?? ''
}

/** The form of a check: place, element, parameter, value, unit, date, and the conditions as `children`. */
export function CheckForm(props: {
  readonly check: Check
  readonly places: readonly Option[] | undefined
  readonly vocabulary: Vocabulary
  /** Errors of the current field values. */
  readonly errors: FieldErrors
  readonly onChange: (check: Check) => void
  readonly onSubmit: (check: Check) => void
  readonly children: ReactNode
}) {
  const { check, places, vocabulary, errors, onChange, onSubmit, children } = props
  const text = useText().verificar
  const [lastPlaces, lastElements] = [useRecent('lugares'), useRecent('elementos')]
  const meta = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  const [isTried, setTried] = useState(false)
  const set = (name: keyof Check) => (value: string) => {
    if (value === check[name]) return
    // A new element clears the conditions, a new parameter the unit, and a new place the altitude of the site.
    const { altitud_m: _altitude, ...elsewhere } = check.context
    const context = name === 'element' ? {} : name === 'place' ? elsewhere : check.context
    onChange({ ...check, context, ...(name === 'parameter' ? { unit: '' } : {}), [name]: value })
  }
  const place = optionMeant(places ?? [], check.place)
  const errorOf = (name: 'element' | 'parameter' | 'value' | 'unit'): string | undefined =>
    isTried && check[name].trim() === '' ? text.required : errors[`/${name}`]
  const [unit] = vocabulary.units
  // Suggest the first unit of the parameter; the user can change it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new parameter suggests a unit
  useEffect(() => {
    if (unit !== undefined && check.unit === '') onChange({ ...check, unit })
  }, [unit, check.parameter])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (place === undefined || [check.element, check.parameter, check.value, check.unit].some((one) => one.trim() === '')) return
    setTried(false)
    remember('lugares', place.label)
    const element = optionNamed(vocabulary.elements, check.element)
    if (element !== undefined) remember('elementos', element.label)
    onSubmit({ ...check, place: place.label })
  }
  return (
    <form onSubmit={submit} className="check" noValidate>
      <div className="question">
        <ComboField
          className="wide"
          label={text.place}
          help={text.placeHelp}
          error={isTried && place === undefined ? text.unknownPlace : errors['/geo_id']}
          text={check.place}
          options={places ?? []}
          last={lastPlaces}
          onChange={set('place')}
        />
        <ComboField
          className="wide"
          label={text.element}
          help={text.elementHelp}
          error={errorOf('element')}
          text={check.element}
          options={vocabulary.elements}
          last={lastElements}
          onChange={set('element')}
        />
        <ComboField
          className="wide"
          label={text.parameter}
          help={text.parameterHelp}
          error={errorOf('parameter')}
          text={check.parameter}
          options={vocabulary.parameters}
          onChange={set('parameter')}
        />
        <Field label={text.value} error={errorOf('value')} value={check.value} onChange={set('value')} inputMode="decimal" />
        <Field
          label={text.unit}
          error={errorOf('unit')}
          value={check.unit}
          onChange={set('unit')}
          suggestions={{ id: 'unidades', values: vocabulary.units }}
        />
        <Field
          label={text.date}
          type="date"
          help={meta.data === undefined ? undefined : text.dateHelp(meta.data.reference_date)}
          error={errors['/as_of']}
          value={check.date}
          onChange={set('date')}
        />
      </div>
      {children}
      <button type="submit" className="main">
        {text.check}
      </button>
    </form>
  )
}
