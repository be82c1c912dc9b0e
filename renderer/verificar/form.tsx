import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useAnswer, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { type Option, optionNamed, Pick } from '../shared/pick.tsx'
import type { Check } from './check.ts'
import type { Vocabulary } from './options.ts'

const memory = 'lugar'

/** The place of the last check on this machine, or nothing. */
export function lastPlace(): string {
  return localStorage.getItem(memory) ?? ''
}

/** The question: place, element, parameter, value, unit, date, and below them the conditions that the case needs. */
export function CheckForm(props: {
  readonly check: Check
  readonly places: readonly Option[] | undefined
  readonly vocabulary: Vocabulary
  readonly onChange: (check: Check) => void
  readonly onSubmit: (check: Check) => void
  readonly children: ReactNode
}) {
  const { check, places, vocabulary, onChange, onSubmit, children } = props
  const text = useText().verificar
  const meta = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  const [isTried, setTried] = useState(false)
  const set = (name: keyof Check) => (value: string) => {
    if (value === check[name]) return
    // Another element has other conditions; another parameter, another unit.
    onChange({ ...check, ...(name === 'element' ? { context: {} } : {}), ...(name === 'parameter' ? { unit: '' } : {}), [name]: value })
  }
  const isPlace = optionNamed(places ?? [], check.place) !== undefined
  const fault = (name: 'element' | 'parameter' | 'value' | 'unit'): string | undefined =>
    isTried && check[name].trim() === '' ? text.required : undefined
  const [unit] = vocabulary.units
  // One parameter measures in few units: the first is proposed as soon as it is known, and can be changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new parameter proposes a unit
  useEffect(() => {
    if (unit !== undefined && check.unit === '') onChange({ ...check, unit })
  }, [unit, check.parameter])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isPlace || [check.element, check.parameter, check.value, check.unit].some((one) => one.trim() === '')) return
    setTried(false)
    localStorage.setItem(memory, check.place)
    onSubmit(check)
  }
  return (
    <form onSubmit={submit} className="check" noValidate>
      <div className="question">
        <Pick
          className="wide"
          label={text.place}
          help={text.placeHelp}
          error={isTried && !isPlace ? text.unknownPlace : undefined}
          text={check.place}
          options={places ?? []}
          onChange={set('place')}
        />
        <Pick
          className="wide"
          label={text.element}
          help={text.elementHelp}
          error={fault('element')}
          text={check.element}
          options={vocabulary.elements}
          onChange={set('element')}
        />
        <Pick
          className="wide"
          label={text.parameter}
          help={text.parameterHelp}
          error={fault('parameter')}
          text={check.parameter}
          options={vocabulary.parameters}
          onChange={set('parameter')}
        />
        <Field label={text.value} error={fault('value')} value={check.value} onChange={set('value')} inputMode="decimal" />
        <Field
          label={text.unit}
          error={fault('unit')}
          value={check.unit}
          onChange={set('unit')}
          suggestions={{ id: 'unidades', values: vocabulary.units }}
        />
        <Field
          label={text.date}
          type="date"
          help={meta.data === undefined ? undefined : text.dateHelp(meta.data.reference_date)}
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
