import { useMemo } from 'react'
import type { Outputs } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { type Option, optionNamed } from '../shared/options.ts'
import { searchKey } from '../text.ts'

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
  const { data } = useAnswer(['elementos'], (client, signal) => client.listElements.query({}, { signal }))
  const elements = useMemo(
    () =>
      (data?.elements ?? []).map(({ id, label, aliases }) => ({
        id,
        label,
        names: aliases,
        ...hintOf(aliases),
        search: searchKey(`${label} ${aliases.join(' ')} ${id}`),
      })),
    [data],
  )
  const parameters = useMemo(() => (data === undefined ? [] : parametersFor(data, elements, element)), [data, elements, element])
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

function parametersFor(data: Outputs['listElements'], elements: readonly Option[], element: string): Option[] {
  const known = data.elements.find(({ id }) => id === optionNamed(elements, element)?.id)
  return data.parameters
    .filter(({ id }) => known === undefined || known.parameters.includes(id))
    .map(({ id, label, aliases, symbols }) => ({
      id,
      label,
      names: [...symbols, ...aliases],
      ...hintOf([...symbols, ...aliases]),
      search: searchKey(`${label} ${aliases.join(' ')} ${symbols.join(' ')} ${id}`),
    }))
}

function hintOf(names: readonly string[]): { hint?: string } {
  return names.length === 0 ? {} : { hint: names.slice(0, 4).join(', ') }
}
