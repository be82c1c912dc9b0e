import { unitInLabel } from '../../server/engine/unit-words.ts'
import type { MissingField } from '../../server/errors/service-error.ts'
import { useSession, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import type { FieldErrors } from '../shared/field-errors.ts'
import { SelectField } from '../shared/select-field.tsx'
import type { Check } from './check.ts'

export type Condition = Omit<MissingField, 'needed_by'>

/** Form fields for conditions, with their errors by pointer (`/context/altitud_m`). */
export function Conditions({
  conditions,
  context,
  errors = {},
  notes = {},
  onChange,
  onChoose,
}: {
  readonly conditions: readonly Condition[]
  readonly context: Check['context']
  readonly errors?: FieldErrors
  /** What is said of a condition besides, by its name: below the field, or for no value. */
  readonly notes?: Readonly<Record<string, { readonly help?: string; readonly none?: string }>>
  readonly onChange: (context: Check['context']) => void
  /** Called instead where a value is taken from an open list. */
  readonly onChoose?: (context: Check['context']) => void
}) {
  const text = useText().verificar
  const { language } = useSession()
  const set = (field: string) => (value: string) => onChange({ ...context, [field]: value })
  const choose = (field: string) => (value: string) => onChoose?.({ ...context, [field]: value })
  return (
    <div className="conditions">
      {conditions.map(({ field, label, type, unit, help: general, allowed }) => {
        const note = notes[field]
        const help = note?.help === undefined ? general : `${general} ${note.help}`
        const value = context[field] ?? ''
        const error = errors[`/context/${field}`]
        const name = `${label}${unitInLabel(label, unit, language)}`
        if (type === 'number')
          return <Field key={field} label={name} help={help} error={error} value={value} onChange={set(field)} inputMode="decimal" />
        const options =
          type === 'boolean'
            ? [
                { value: 'true', label: text.yes },
                { value: 'false', label: text.no },
              ]
            : (allowed ?? [])
        return (
          <SelectField
            key={field}
            label={name}
            help={help}
            error={error}
            none={note?.none ?? text.unset}
            value={value}
            options={options}
            onChange={set(field)}
            onTake={onChoose === undefined ? undefined : choose(field)}
          />
        )
      })}
    </div>
  )
}
