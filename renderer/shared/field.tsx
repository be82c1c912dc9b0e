import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'

export interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly type?: 'text' | 'password' | 'search' | 'date'
  readonly className?: string
  readonly inputMode?: 'decimal' | 'text'
  /** True if it gets the focus when the page opens. */
  readonly isFirst?: boolean
  /** The `autocomplete` attribute. */
  readonly fill?: 'off' | 'current-password'
  readonly suggestions?: { readonly id: string; readonly values: readonly string[] }
}

/** A labelled text field with help and error message. */
export function Field({
  label,
  value,
  onChange,
  help,
  error,
  type = 'text',
  className = '',
  inputMode = 'text',
  isFirst = false,
  fill = 'off',
  suggestions,
}: FieldProps) {
  return (
    <TextField
      validationBehavior="aria"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={error !== undefined}
      className={`field ${className}`}
      autoFocus={isFirst}
    >
      <Label>{label}</Label>
      <Input inputMode={inputMode} autoComplete={fill} spellCheck={false} list={suggestions?.id} />
      {suggestions === undefined ? null : (
        <datalist id={suggestions.id}>
          {suggestions.values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  )
}
