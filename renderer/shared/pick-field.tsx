import { useState } from 'react'
import { ComboField } from './combo-field.tsx'
import { type Option, optionNamed } from './options.ts'

/** A field to pick one option after another from a long list. It is empty and closed again after each, and keeps the focus. */
export function PickField({
  label,
  help,
  options,
  onPick,
}: {
  readonly label: string
  readonly help: string
  readonly options: readonly Option[]
  readonly onPick: (id: string) => void
}) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState(0)
  const change = (typed: string): void => {
    const option = optionNamed(options, typed)
    setText(option === undefined ? typed : '')
    if (option === undefined) return
    // A new field: the old one would open its list again when its text is emptied.
    setPicked(picked + 1)
    onPick(option.id)
  }
  return <ComboField key={picked} label={label} help={help} text={text} options={options} onChange={change} isFirst={picked > 0} />
}
