import type { MissingField } from '../../server/errors/service-error.ts'
import { useAnswer, useText } from '../session.tsx'
import { Choice } from '../shared/choice.tsx'
import type { Faults } from '../shared/faults.ts'
import { Field } from '../shared/field.tsx'
import type { Check } from './check.ts'

export type Condition = Omit<MissingField, 'needed_by'>

/** Every condition that some rule on this element and parameter may look at. */
export function useConditions(element: string, parameter: string): readonly Condition[] {
  const isKnown = element !== '' && parameter !== ''
  const { data } = useAnswer(
    ['reglas', element, parameter],
    (client, signal) => client.listRules.query({ element, parameter }, { signal }),
    isKnown ? 'ask' : 'wait',
  )
  const all = (data?.items ?? []).filter(({ decides }) => decides).flatMap(({ conditions }) => conditions)
  return [...new Map(all.map((one) => [one.field, one] as const)).values()]
}

/** The fields for some conditions of a case, each with its fault (`/context/altitud_m`). */
export function Conditions({
  conditions,
  context,
  faults = {},
  onChange,
}: {
  readonly conditions: readonly Condition[]
  readonly context: Check['context']
  readonly faults?: Faults
  readonly onChange: (context: Check['context']) => void
}) {
  const text = useText().verificar
  const set = (field: string) => (value: string) => onChange({ ...context, [field]: value })
  return (
    <div className="conditions" lang="es">
      {conditions.map(({ field, label, type, unit, help, allowed }) => {
        const value = context[field] ?? ''
        const error = faults[`/context/${field}`]
        const name = unit === undefined || unit === '1' ? label : `${label} (${unit})`
        if (type === 'number')
          return <Field key={field} label={name} help={help} error={error} value={value} onChange={set(field)} inputMode="decimal" />
        const options =
          type === 'boolean'
            ? [
                { value: 'true', label: text.yes },
                { value: 'false', label: text.no },
              ]
            : (allowed ?? [])
        return <Choice key={field} label={name} help={help} error={error} none={text.unset} value={value} options={options} onChange={set(field)} />
      })}
    </div>
  )
}
