import { type FormEvent, useState } from 'react'
import { useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { SelectField } from '../shared/select-field.tsx'
import type { Requirement, Taking } from './document-requirements.tsx'

/** A button that opens a field for the value of the project; sending it adds the check. */
export function TakeCheck({ requirement, onTake }: { readonly requirement: Requirement; readonly onTake: Taking['take'] }) {
  const words = useText().exigencias
  const [isOpen, setOpen] = useState(false)
  const [value, setValue] = useState('')
  const parts = requirement.outcomes.flatMap(({ parts: names, standing }) => (standing === 'does_not_apply' ? [] : names))
  const [part, setPart] = useState(parts[0] ?? '')
  if (!isOpen)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {words.take}
      </button>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (value.trim() === '') return
    onTake(requirement, value, part)
    setValue('')
    setOpen(false)
  }
  const unit = requirement.unit === '1' ? '' : ` (${requirement.unit})`
  return (
    <form onSubmit={submit} className="actions" noValidate>
      <Field label={`${requirement.parameter.label}${unit}`} value={value} onChange={setValue} inputMode="decimal" isFirst />
      {parts.length > 1 ? (
        <SelectField
          label={words.part}
          none=""
          value={part}
          options={parts.map((name) => ({ value: name, label: name === '' ? words.wholeBuilding : name }))}
          onChange={setPart}
        />
      ) : null}
      <button type="submit" className="main">
        {words.addCheck}
      </button>
      <button type="button" className="quiet" onClick={() => setOpen(false)}>
        {words.cancel}
      </button>
    </form>
  )
}
