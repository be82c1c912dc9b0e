import { useMemo } from 'react'
import type { Outputs } from '../api.ts'
import { useAnswer, useSession } from '../session.tsx'
import { type Option, optionNamed } from '../shared/options.ts'
import { type Language, searchKey } from '../text.ts'

export interface Vocabulary {
  readonly elements: readonly Option[]
  readonly parameters: readonly Option[]
  /** Suggested units of the parameter. */
  readonly units: readonly string[]
  /** Other elements called by the same first word that the parameter limits. */
  readonly neighbours: readonly Option[]
}

type Elements = Outputs['listElements']

const mostNeighbours = 6

/** The options of the form: all elements, and the parameters that have rules for the chosen element. */
export function useVocabulary(element: string, parameter: string): Vocabulary {
  const { language } = useSession()
  const { data } = useAnswer(['elementos'], (client, signal) => client.listElements.query({}, { signal }))
  return useMemo(() => {
    if (data === undefined) return empty
    const { elements, parametersOf } = listsOf(data, language)
    const parameters = parametersOf(element)
    const chosen = optionNamed(parameters, parameter)
    const units = data.parameters.find(({ id }) => id === chosen?.id)?.units ?? []
    return { elements, parameters, units, neighbours: neighboursOf(data, elements, { element, parameter }) }
  }, [data, language, element, parameter])
}

const empty: Vocabulary = { elements: [], parameters: [], units: [], neighbours: [] }

/** The options of a vocabulary in a language. */
interface Lists {
  readonly elements: readonly Option[]
  /** The parameters with rules for an element; all for a name of none. */
  parametersOf(element: string): readonly Option[]
}
/** Folding some thousand names takes a while: all fields of the pages share these lists. */
const made = new WeakMap<Elements, Map<Language, Lists>>()

function listsOf(data: Elements, language: Language): Lists {
  const ofData = made.get(data) ?? new Map<Language, Lists>()
  made.set(data, ofData)
  const known = ofData.get(language)
  if (known !== undefined) return known
  const lists = makeLists(data, language)
  ofData.set(language, lists)
  return lists
}

function makeLists(data: Elements, language: Language): Lists {
  const elements = data.elements.map(({ id, aliases, ...labels }) => ({
    id,
    ...shownLabels(labels, language),
    names: aliases,
    ...hintOf(aliases),
    search: searchKey(`${labels.label} ${labels.label_en ?? ''} ${aliases.join(' ')} ${id}`),
  }))
  const all = data.parameters.map(({ id, aliases, symbols, ...labels }) => ({
    id,
    ...shownLabels(labels, language),
    names: [...symbols, ...aliases],
    ...hintOf([...symbols, ...aliases]),
    search: searchKey(`${labels.label} ${labels.label_en ?? ''} ${aliases.join(' ')} ${symbols.join(' ')} ${id}`),
  }))
  const limited = new Map(data.elements.map(({ id, parameters }) => [id, new Set(parameters)]))
  const byElement = new Map<string, readonly Option[]>()
  return {
    elements,
    parametersOf(element) {
      const id = optionNamed(elements, element)?.id
      const own = id === undefined ? undefined : limited.get(id)
      if (id === undefined || own === undefined) return all
      const options = byElement.get(id) ?? all.filter((one) => own.has(one.id))
      byElement.set(id, options)
      return options
    },
  }
}

/** The elements that begin with the same word and that the parameter limits, the plainest first. */
function neighboursOf(
  data: Elements,
  elements: readonly Option[],
  { element, parameter }: { readonly element: string; readonly parameter: string },
): readonly Option[] {
  const named = searchKey(element)
  const head = named.split(' ')[0] ?? ''
  if (head === '') return []
  // The parameter may be one that no rule limits for this element.
  const wanted = searchKey(parameter)
  const measured = data.parameters.find(({ id, label }) => id === parameter || searchKey(label) === wanted)?.id
  if (measured === undefined) return []
  const limited = new Set(data.elements.flatMap(({ id, parameters }) => (parameters.includes(measured) ? [id] : [])))
  const found = elements.filter(({ id, label }) => {
    if (!limited.has(id)) return false
    const own = searchKey(label)
    return own.startsWith(`${head} `) && own !== named
  })
  return found.toSorted((left, right) => left.label.length - right.label.length).slice(0, mostNeighbours)
}

/** The label in the language of the pages; the other identifies the option too. */
function shownLabels(
  { label, label_en: english }: { readonly label: string; readonly label_en?: string | undefined },
  language: Language,
): { readonly label: string; readonly otherLabel?: string } {
  if (english === undefined) return { label }
  return language === 'en' ? { label: english, otherLabel: label } : { label, otherLabel: english }
}

function hintOf(names: readonly string[]): { hint?: string } {
  return names.length === 0 ? {} : { hint: names.slice(0, 4).join(', ') }
}
