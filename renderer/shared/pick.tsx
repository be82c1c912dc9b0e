import { useMemo } from 'react'
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { useText } from '../session.tsx'
import { fold } from '../text.ts'

export interface Option {
  readonly id: string
  readonly label: string
  /** Said beside the label, in the list only. */
  readonly hint?: string
  /** Everything it goes by, folded. */
  readonly search: string
}

/** So many are shown at once; typing narrows them down. */
const most = 60

/** The option that a text names: by its label or identifier, accents and case ignored. */
export function optionNamed(options: readonly Option[], text: string): Option | undefined {
  const wanted = fold(text)
  return wanted === '' ? undefined : indexOf(options).get(wanted)
}

const indexes = new WeakMap<readonly Option[], ReadonlyMap<string, Option>>()

/** Folding thousands of names takes longer than a key press: it is done once for each list. */
function indexOf(options: readonly Option[]): ReadonlyMap<string, Option> {
  const known = indexes.get(options)
  if (known !== undefined) return known
  const entries = (name: (option: Option) => string) => options.toReversed().map((option) => [fold(name(option)), option] as const)
  const index = new Map([...entries(({ id }) => id), ...entries(({ label }) => label)])
  indexes.set(options, index)
  return index
}

/** The options that hold every word of a text: those that begin with it first, shorter before longer. */
export function matching(options: readonly Option[], text: string): Option[] {
  const wanted = fold(text)
  if (wanted === '' || optionNamed(options, text) !== undefined) return options.slice(0, most)
  const words = wanted.split(' ')
  const rank = ({ label, search }: Option): number => {
    const own = fold(label)
    return (own === wanted ? 0 : own.startsWith(wanted) ? 1 : ` ${search}`.includes(` ${wanted}`) ? 2 : 3) * 1000 + Math.min(own.length, 999)
  }
  return options
    .filter(({ search }) => words.every((word) => search.includes(word)))
    .map((option) => [rank(option), option] as const)
    .sort(([left], [right]) => left - right)
    .slice(0, most)
    .map(([, option]) => option)
}

/** A choice from a long list by typing part of any name. The text is the value: what is in no list is kept as typed. */
export function Pick(props: {
  readonly label: string
  readonly help: string
  readonly error?: string | undefined
  readonly text: string
  readonly options: readonly Option[]
  readonly onChange: (text: string) => void
  readonly className?: string
}) {
  const { label, help, error, text, options, onChange, className = '' } = props
  const words = useText().pick
  const chosen = optionNamed(options, text)
  const shown = useMemo(() => {
    const found = matching(options, text)
    return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
  }, [options, text, chosen])
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
    >
      <Label>{label}</Label>
      <div className="with-button">
        <Input autoComplete="off" spellCheck={false} />
        <Button aria-label={words.open}>▾</Button>
      </div>
      <Text slot="description" className="help">
        {help}
      </Text>
      <FieldError className="fault">{error}</FieldError>
      <Popover className="popover" offset={2}>
        <ListBox<Option> className="list" renderEmptyState={() => <p className="help">{words.none}</p>}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className="option">
              <Text slot="label">{option.label}</Text>
              {option.hint === undefined ? null : <Text slot="description">{option.hint}</Text>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
