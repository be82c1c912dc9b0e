import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useAnswer, useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { DayField, isDay } from '../shared/day-field.tsx'
import { Field } from '../shared/field.tsx'
import type { FieldErrors } from '../shared/field-errors.ts'
import { type Option, optionMeant, optionNamed } from '../shared/options.ts'
import { recent, useRecent } from '../shared/recent.ts'
import { dayText } from '../text.ts'
import type { Check } from './check.ts'
import { usePair } from './use-pair.ts'
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
  const { language } = useSession()
  const [lastPlaces, lastElements] = [useRecent('lugares'), useRecent('elementos')]
  const meta = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Counts what was sent; after each, the first field with an error gets the focus, also when the error comes later.
  const [sent, setSent] = useState(0)
  const isFocusDue = useRef(false)
  const failing = JSON.stringify(errors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the form is sent, and when its errors come
  useEffect(() => {
    if (!isFocusDue.current) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field === null || field === undefined) return
    isFocusDue.current = false
    field.focus()
  }, [sent, failing])
  const set = (name: keyof Check) => (value: string) => {
    if (value === check[name]) return
    // A new element clears the conditions, a new parameter the unit, and a new place the altitude of the site.
    const { altitud_m: _altitude, ...elsewhere } = check.context
    const context = name === 'element' ? {} : name === 'place' ? elsewhere : check.context
    onChange({ ...check, context, ...(name === 'parameter' ? { unit: '' } : {}), [name]: value })
  }
  const place = optionMeant(places ?? [], check.place)
  const element = optionNamed(vocabulary.elements, check.element)
  const { hasAltitude, hasDate } = usePair(element?.id ?? '', optionNamed(vocabulary.parameters, check.parameter)?.id ?? '')
  const altitude = check.context['altitud_m'] ?? ''
  // Before the places are loaded only a blank place is known to be wrong; the page asked for tells whether it knows the place.
  const isPlaceWrong = check.place.trim() === '' || (places !== undefined && place === undefined)
  const isDateWrong = check.date !== '' && !isDay(check.date)
  // Without a value the limit is shown: then no unit is needed either.
  const needed = check.value.trim() === '' ? (['element', 'parameter'] as const) : (['element', 'parameter', 'unit'] as const)
  const errorOf = (name: 'element' | 'parameter' | 'value' | 'unit'): string | undefined =>
    isTried && needed.some((one) => one === name) && check[name].trim() === '' ? text.required : errors[`/${name}`]
  const [unit] = vocabulary.units
  // Suggest the first unit of the parameter; the user can change it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new parameter suggests a unit
  useEffect(() => {
    if (unit !== undefined && check.unit === '') onChange({ ...check, unit })
  }, [unit, check.parameter])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    isFocusDue.current = true
    setSent((count) => count + 1)
    if (isPlaceWrong || isDateWrong || needed.some((name) => check[name].trim() === '')) return
    setTried(false)
    onSubmit({ ...check, place: place?.label ?? check.place })
  }
  return (
    <form ref={form} onSubmit={submit} className="check" noValidate>
      <div className="question">
        <ComboField
          className="wide"
          label={text.place}
          help={text.placeHelp}
          error={isTried && isPlaceWrong ? text.unknownPlace : errors['/geo_id']}
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
        <Field label={text.value} help={text.valueHelp} error={errorOf('value')} value={check.value} onChange={set('value')} inputMode="decimal" />
        <Field
          label={text.unit}
          error={errorOf('unit')}
          value={check.unit}
          onChange={set('unit')}
          suggestions={{ id: 'unidades', values: vocabulary.units }}
        />
        {hasAltitude || altitude !== '' ? (
          <Field
            className="wide"
            label={text.altitude}
            help={text.altitudeHelp(undefined)}
            error={errors['/context/altitud_m']}
            value={altitude}
            onChange={(value) => onChange({ ...check, context: { ...check.context, altitud_m: value } })}
            inputMode="decimal"
          />
        ) : null}
        {hasDate || check.date !== '' ? (
          <DayField
            label={text.date}
            help={meta.data === undefined ? undefined : text.dateHelp(dayText(meta.data.reference_date, language))}
            error={isTried && isDateWrong ? text.wrongDate : errors['/as_of']}
            value={check.date}
            onChange={set('date')}
          />
        ) : null}
      </div>
      {children}
      <button type="submit" className="main">
        {text.check}
      </button>
    </form>
  )
}
