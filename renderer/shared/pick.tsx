import { useMemo } from 'react'
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { useText } from '../session.tsx'
import { searchKey } from '../text.ts'

export interface Option {
  readonly id: string
  readonly label: string
  /** Other names that say it whole, where no other option has them. */
  readonly also?: readonly string[]
  /** Other names, which other options may have too. */
  readonly names?: readonly string[]
  /** Said beside the label, in the list only. */
  readonly hint?: string
  /** Everything it goes by, folded. */
  readonly search: string
}

/** So many are shown at once; typing narrows them down. */
const most = 60
const none: readonly string[] = []

/** The option that a text names: by its label or identifier, accents and case ignored. */
export function optionNamed(options: readonly Option[], text: string): Option | undefined {
  const wanted = searchKey(text)
  return wanted === '' ? undefined : indexOf(options).own.get(wanted)
}

/** The option that a whole text means: also by another name, where only one has it. While one types, a name may still grow into another. */
export function optionMeant(options: readonly Option[], text: string): Option | undefined {
  return optionNamed(options, text) ?? (searchKey(text) === '' ? undefined : indexOf(options).also.get(searchKey(text)))
}

interface Index {
  /** By label or identifier. */
  readonly own: ReadonlyMap<string, Option>
  /** By other names; nothing where several share one. */
  readonly also: ReadonlyMap<string, Option | undefined>
}
const indexes = new WeakMap<readonly Option[], Index>()

/** Folding thousands of names takes longer than a key press: it is done once for each list. */
function indexOf(options: readonly Option[]): Index {
  const known = indexes.get(options)
  if (known !== undefined) return known
  const entries = (name: (option: Option) => string) => options.toReversed().map((option) => [searchKey(name(option)), option] as const)
  const also = new Map<string, Option | undefined>()
  for (const option of options) for (const name of option.also ?? []) also.set(searchKey(name), also.has(searchKey(name)) ? undefined : option)
  const index = { own: new Map([...entries(({ id }) => id), ...entries(({ label }) => label)]), also }
  indexes.set(options, index)
  return index
}

/**
 * The options that hold every word of a text: the one that it names, those used last. Then by what holds it: the whole label or another name, the words that they
 * begin with, words within them, and last mere parts of words or the rest that an option goes by. Among equals the shorter label is first.
 */
export function matching(options: readonly Option[], text: string, last: readonly string[] = []): Option[] {
  const wanted = searchKey(text)
  const used = last.flatMap((name) => optionNamed(options, name) ?? [])
  if (wanted === '') return withOthers(used, options)
  const named = optionNamed(options, text)
  const words = wanted.split(' ')
  const rank = (option: Option): number =>
    option === named ? -used.length - 1 : used.includes(option) ? used.indexOf(option) - used.length : rankOf(option, wanted)
  const found = options
    .filter(({ search }) => words.every((word) => search.includes(word)))
    .map((option) => ({ option, rank: rank(option) }))
    .sort((left, right) => left.rank - right.rank || left.option.label.length - right.option.label.length)
    .slice(0, most)
    .map(({ option }) => option)
  // Where one is chosen, the list is opened to choose another.
  return named === undefined ? found : withOthers(found, options)
}

function withOthers(first: readonly Option[], options: readonly Option[]): Option[] {
  return [...first, ...options.slice(0, most + first.length).filter((one) => !first.includes(one))].slice(0, most)
}

/** How well an option holds a folded text, 0 best: whole names, then whole words, then beginnings of words, then any part; a label before other names. */
function rankOf(option: Option, wanted: string): number {
  const { label, names } = foldedNames(option)
  const words = wanted.split(' ')
  const begins = (name: string): boolean => words.every((word) => ` ${name}`.includes(` ${word}`))
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.startsWith(`${wanted} `),
    (name) => ` ${name} `.includes(` ${wanted} `),
    (name) => name.startsWith(wanted),
    begins,
  ]
  const rank = tests.findIndex((holds) => holds(label) || names.some(holds))
  if (rank < 0) return 2 * tests.length
  return 2 * rank + (tests[rank]?.(label) === true ? 0 : 1)
}

const folded = new WeakMap<Option, { readonly label: string; readonly names: readonly string[] }>()

function foldedNames(option: Option): { readonly label: string; readonly names: readonly string[] } {
  const known = folded.get(option)
  if (known !== undefined) return known
  const names = { label: searchKey(option.label), names: [...(option.also ?? []), ...(option.names ?? [])].map(searchKey) }
  folded.set(option, names)
  return names
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
  /** Names used last: they come first. */
  readonly last?: readonly string[]
}) {
  const { label, help, error, text, options, onChange, className = '', last = none } = props
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
