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

const mostNeighbours = 6

/** The options of the form: all elements, and the parameters that have rules for the chosen element. */
export function useVocabulary(element: string, parameter: string): Vocabulary {
  const { language } = useSession()
  const { data } = useAnswer(['elementos'], (client, signal) => client.listElements.query({}, { signal }))
  const elements = useMemo(
    () =>
      (data?.elements ?? []).map(({ id, aliases, ...labels }) => ({
        id,
        ...shownLabels(labels, language),
        names: aliases,
        ...hintOf(aliases),
        search: searchKey(`${labels.label} ${labels.label_en ?? ''} ${aliases.join(' ')} ${id}`),
      })),
    [data, language],
  )
  const parameters = useMemo(
    () => (data === undefined ? [] : parametersFor(data, elements, { element, language })),
    [data, elements, element, language],
  )
  const chosen = optionNamed(parameters, parameter)
  const units = data?.parameters.find(({ id }) => id === chosen?.id)?.units ?? []
  const head = searchKey(element).split(' ')[0] ?? ''
  // The parameter may be one that no rule limits for this element.
  const measured = data?.parameters.find(({ id, label }) => id === parameter || searchKey(label) === searchKey(parameter))?.id
  const limited = new Set(data?.elements.flatMap(({ id, parameters: own }) => (measured !== undefined && own.includes(measured) ? [id] : [])))
  const neighbours = elements.filter(
    ({ id, label }) => head !== '' && limited.has(id) && searchKey(label).startsWith(`${head} `) && searchKey(label) !== searchKey(element),
  )
  // The plainest first.
  const plain = neighbours.toSorted((left, right) => left.label.length - right.label.length)
  return { elements, parameters, units, neighbours: plain.slice(0, mostNeighbours) }
}

function parametersFor(
  data: Outputs['listElements'],
  elements: readonly Option[],
  { element, language }: { readonly element: string; readonly language: Language },
): Option[] {
  const known = data.elements.find(({ id }) => id === optionNamed(elements, element)?.id)
  return data.parameters
    .filter(({ id }) => known === undefined || known.parameters.includes(id))
    .map(({ id, aliases, symbols, ...labels }) => ({
      id,
      ...shownLabels(labels, language),
      names: [...symbols, ...aliases],
      ...hintOf([...symbols, ...aliases]),
      search: searchKey(`${labels.label} ${labels.label_en ?? ''} ${aliases.join(' ')} ${symbols.join(' ')} ${id}`),
    }))
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
