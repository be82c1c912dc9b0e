import { searchKey } from '../text.ts'

/** An option of a long list. */
export interface Option {
  readonly id: string
  readonly label: string
  /** The label in the other language, which identifies the option just as well. */
  readonly otherLabel?: string
  /** Other complete names. They only identify the option if no other option has them. */
  readonly also?: readonly string[]
  /** Further names, which other options may share. */
  readonly names?: readonly string[]
  /** Shown beside the label, in the list only. */
  readonly hint?: string
  /** All its names as one search key. */
  readonly search: string
}

/** Most options shown at once. */
const maxShown = 60

/** The option with this label or id, ignoring accents and case. */
export function optionNamed(options: readonly Option[], text: string): Option | undefined {
  const wanted = searchKey(text)
  return wanted === '' ? undefined : ownNames(options).get(wanted)
}

/** Like `optionNamed`, but also accepts another name if only one option has it. For complete input: while the user types, a name may become a longer one. */
export function optionMeant(options: readonly Option[], text: string): Option | undefined {
  const wanted = searchKey(text)
  return wanted === '' ? undefined : (ownNames(options).get(wanted) ?? otherNames(options).get(wanted))
}

/** Options by label or id. */
const ownNames = oncePerList((options) => {
  const own = new Map<string, Option>()
  const backwards = options.toReversed()
  for (const option of backwards) own.set(searchKey(option.id), option)
  for (const option of backwards) own.set(searchKey(option.otherLabel ?? option.label), option)
  for (const option of backwards) if (option.otherLabel !== undefined) own.set(searchKey(option.label), option)
  return own
})

/** Options by other names; undefined if several options share the name. */
const otherNames = oncePerList((options) => {
  const also = new Map<string, Option | undefined>()
  for (const option of options)
    for (const name of option.also ?? []) {
      const key = searchKey(name)
      also.set(key, also.has(key) ? undefined : option)
    }
  return also
})

/** An index that is made once for each list, because folding thousands of names is slower than typing. */
function oncePerList<T>(make: (options: readonly Option[]) => T): (options: readonly Option[]) => T {
  const indexes = new WeakMap<readonly Option[], T>()
  return (options) => {
    const known = indexes.get(options)
    if (known !== undefined) return known
    const index = make(options)
    indexes.set(options, index)
    return index
  }
}

/**
 * The options that contain every word of a text. First the option it names, then the recent ones, then by quality of the match (see `rankOf`).
 * Ties: the shorter label first.
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
    .slice(0, maxShown)
    .map(({ option }) => option)
  // If the text already names an option, the user opened the list to choose another.
  return named === undefined ? found : withOthers(found, options)
}

function withOthers(first: readonly Option[], options: readonly Option[]): Option[] {
  return [...first, ...options.slice(0, maxShown + first.length).filter((one) => !first.includes(one))].slice(0, maxShown)
}

/** Rank of an option for a folded text; 0 is the best match. Whole names, then whole words, then beginnings of words, then any part; the label before other names. */
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
