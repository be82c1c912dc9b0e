import type { Outputs } from '../api.ts'
import { matching, type Option, optionNamed } from '../shared/options.ts'
import { searchKey } from '../text.ts'
import { addressOf, checkFrom } from '../verificar/check.ts'

/** An entry of the palette. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** Terms of the knowledge base are Spanish in every interface language. */
  readonly isSpanish?: true
  run(): void
}

export interface CommandGroup {
  readonly id: string
  readonly title: string
  readonly commands: readonly Command[]
}

type Vocabulary = Outputs['listElements']

/** Most places, and most subjects to verify, that are offered. */
const [maxPlaces, maxSubjects] = [4, 6]

/** The address of a check at another place or of another subject. It keeps the rest of the current check. */
export function checkAddress(here: URL, change: { readonly place?: string; readonly element?: string; readonly parameter?: string }): string {
  const now = checkFrom(here.pathname === '/verificar' ? here.searchParams : new URLSearchParams())
  const isOther = change.element !== undefined && (change.element !== now.element || (change.parameter ?? now.parameter) !== now.parameter)
  // A new subject clears conditions, value and unit. A new place clears the altitude.
  const { altitud_m: _altitude, ...elsewhere } = now.context
  const context = isOther ? {} : change.place === undefined || change.place === now.place ? now.context : elsewhere
  return addressOf({ ...now, ...(isOther ? { parameter: '', value: '', unit: '' } : {}), context, ...change })
}

/** The places that match a text, recent ones first. Without text, only the recent ones. */
export function placesFor(places: readonly Option[], text: string, last: readonly string[]): readonly Option[] {
  if (searchKey(text) === '') return last.flatMap((name) => optionNamed(places, name) ?? [])
  const named = optionNamed(places, text)
  return named === undefined ? matching(places, text, last).slice(0, maxPlaces) : [named]
}

export interface Subject {
  readonly element: string
  readonly parameter?: string
  readonly hint?: string
}

/** The subjects that match a text: elements, or parameters of an element if the text names both. */
export function subjectsFor({ elements, parameters }: Vocabulary, text: string, last: readonly string[]): readonly Subject[] {
  const words = searchKey(text).split(' ').filter(Boolean)
  if (words.length === 0) return last.flatMap((label) => (elements.some((one) => one.label === label) ? [{ element: label }] : []))
  const named = (names: readonly string[]): string => searchKey(names.join(' '))
  const measured = new Map(parameters.map((one) => [one.id, { label: one.label, names: named([one.label, ...one.aliases, ...one.symbols]) }]))
  const has = (name: string, word: string): boolean => ` ${name}`.includes(` ${word}`)
  const found = elements.flatMap((element) => {
    const own = named([element.label, ...element.aliases])
    const rest = words.filter((word) => !has(own, word))
    if (rest.length === words.length) return []
    const isByName = words.every((word) => rest.includes(word) || has(searchKey(element.label), word))
    const rank = (last.includes(element.label) ? 0 : isByName ? 1000 : 2000) + element.label.length
    if (rest.length === 0) {
      const hint = element.aliases.slice(0, 3).join(', ')
      return [{ rank, subject: { element: element.label, ...(hint === '' ? {} : { hint }) } }]
    }
    return element.parameters.flatMap((id) => {
      const parameter = measured.get(id)
      if (parameter === undefined || !rest.every((word) => has(parameter.names, word))) return []
      return [{ rank: rank + 100 + parameter.label.length, subject: { element: element.label, parameter: parameter.label } }]
    })
  })
  return found
    .sort((left, right) => left.rank - right.rank)
    .slice(0, maxSubjects)
    .map(({ subject }) => subject)
}
