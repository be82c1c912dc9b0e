import { type FormEvent, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import { useSession, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { ambiguities } from '../shared/field-errors.ts'
import { wireValue } from '../verificar/check.ts'
import type { ProjectCheck } from './project.ts'

/** A cell that is being changed, and the element beside which its form opens. */
export interface Editing {
  readonly check: ProjectCheck
  readonly field: 'value' | 'origin'
  readonly label: string
  readonly target: Element
}

interface FormProps {
  readonly check: ProjectCheck
  readonly onChange: (check: ProjectCheck) => void
}

/** The form of a cell, in place. Enter stores, Escape leaves the cell as it was. */
export function CellForm({ editing, onClose, onChange }: { readonly editing: Editing; readonly onClose: () => void } & Pick<FormProps, 'onChange'>) {
  const { check, field, label, target } = editing
  const store = (next: ProjectCheck): void => {
    onClose()
    onChange(next)
  }
  return (
    <Popover className="popover edit" offset={2} triggerRef={{ current: target }} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog aria-label={label}>
        {field === 'value' ? <ValueForm check={check} onChange={store} /> : <OriginForm check={check} onChange={store} />}
      </Dialog>
    </Popover>
  )
}

function ValueForm({ check, onChange }: FormProps) {
  const text = useText()
  const { language } = useSession()
  const [value, setValue] = useState(writeTypedNumber(check.value))
  const [unit, setUnit] = useState(check.unit)
  const [isTried, setTried] = useState(false)
  const error = value.trim() === '' ? text.verificar.required : ambiguities({ '/value': value }, language)['/value']
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (error === undefined && unit.trim() !== '') onChange({ ...check, value: wireValue(value), unit: unit.trim() })
  }
  return (
    <form onSubmit={submit} className="stack" noValidate>
      <Field label={text.proyectos.value} error={isTried ? error : undefined} value={value} onChange={setValue} inputMode="decimal" isFirst />
      <Field
        label={text.verificar.unit}
        error={isTried && unit.trim() === '' ? text.verificar.required : undefined}
        value={unit}
        onChange={setUnit}
      />
      <button type="submit" className="main">
        {text.proyectos.saveCheck}
      </button>
    </form>
  )
}

function OriginForm({ check, onChange }: FormProps) {
  const words = useText().proyectos
  const [origin, setOrigin] = useState(check.origin ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onChange({ ...check, origin })
  }
  return (
    <form onSubmit={submit} className="stack">
      <Field label={words.origin} help={words.originHelp} value={origin} onChange={setOrigin} isFirst />
      <button type="submit" className="main">
        {words.saveCheck}
      </button>
    </form>
  )
}
