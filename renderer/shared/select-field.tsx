import { useId, useRef } from 'react'

/** A labelled `<select>` for one of a few values, or none. Keys go through the values of a closed list one by one: only a value taken from the open list is `onTake`. */
export function SelectField({
  label,
  help,
  error,
  none,
  value,
  options,
  onChange,
  onTake = onChange,
}: {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly none: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly onTake?: ((value: string) => void) | undefined
}) {
  const id = useId()
  const isByKeys = useRef(false)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onPointerDown={() => {
          isByKeys.current = false
        }}
        onKeyDown={({ key }) => {
          isByKeys.current = key !== 'Enter' && key !== ' '
        }}
        onChange={({ target }) => (isByKeys.current ? onChange(target.value) : onTake(target.value))}
        aria-describedby={help === undefined && error === undefined ? undefined : `${id}-help`}
        aria-invalid={error === undefined ? undefined : true}
      >
        <option value="">{none}</option>
        {value === '' || options.some((option) => option.value === value) ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {help === undefined && error === undefined ? null : (
        <span id={`${id}-help`} className={error === undefined ? 'help' : 'field-error'}>
          {error ?? help}
        </span>
      )}
    </div>
  )
}
