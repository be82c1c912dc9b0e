import { useMemo } from 'react'
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { useText } from '../session.tsx'
import { matching, type Option, optionNamed } from './options.ts'

const none: readonly string[] = []

/** A combo box for long lists: the user types part of any name. Text that matches no option is kept as typed. */
export function ComboField(props: {
  readonly label: string
  readonly help: string
  readonly error?: string | undefined
  readonly text: string
  readonly options: readonly Option[]
  readonly onChange: (text: string) => void
  readonly className?: string
  /** Recently used labels, shown first. */
  readonly last?: readonly string[]
  /** True if it gets the focus when it appears. */
  readonly isFirst?: boolean
}) {
  const { label, help, error, text, options, onChange, className = '', last = none, isFirst = false } = props
  const words = useText().pick
  const chosen = optionNamed(options, text)
  const shown = useMemo(() => {
    const found = matching(options, text, last)
    return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
  }, [options, text, chosen, last])
  return (
    <ComboBox
      className={`field pick ${className}`}
      items={shown}
      inputValue={text}
      onInputChange={onChange}
      selectedKey={chosen?.id ?? null}
      onSelectionChange={(id) => {
        const option = shown.find((one) => one.id === id)
        if (option !== undefined) onChange(option.label)
      }}
      allowsCustomValue
      validationBehavior="aria"
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={error !== undefined}
      autoFocus={isFirst}
    >
      <Label>{label}</Label>
      <div className="with-button">
        <Input autoComplete="off" spellCheck={false} />
        <Button aria-label={words.open}>▾</Button>
      </div>
      <Text slot="description" className="help">
        {help}
      </Text>
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover" offset={2}>
        <ListBox<Option> className="list" renderEmptyState={() => <p className="help">{words.none}</p>}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className="option" lang="es">
              <span>{option.label}</span>
              <span className="help">{[...(last.includes(option.label) ? [words.recent] : []), option.hint ?? ''].filter(Boolean).join(' · ')}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
