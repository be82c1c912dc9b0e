import { z } from 'zod'
import { isDeciding } from '../engine/deciding.ts'
import { nameKey } from '../engine/text.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { operation } from './operation.ts'

const names = {
  id: z.string(),
  label: z.string(),
  label_en: z.string().optional().meta({ description: 'In English, unique among those of its list; left out if the vocabulary has none' }),
  aliases: z.array(z.string()),
}

const elementosOutput = z.object({
  elements: z.array(z.object({ ...names, parameters: z.array(z.string()) })),
  parameters: z.array(z.object({ ...names, symbols: z.array(z.string()), units: z.array(z.string()) })),
})

/** Lists the elements and parameters that can be verified, for forms in which they are chosen. */
export const listElements = operation({
  method: 'GET',
  path: '/api/v1/elementos',
  scope: 'read',
  tag: 'verify',
  isOfBase: true,
  summary: 'Elements and parameters that can be verified',
  description:
    'Every element with the parameters that a deciding rule limits, for the element itself or a broader one, and every such parameter with the units of its rules. Shorter than the list of rules.',
  input: z.strictObject({}),
  output: elementosOutput,
  problems: [],
  examples: { all: {} },
  run({ kb }) {
    return vocabularyOf(kb)
  },
})

/** The elements and parameters that can be verified, with their names. */
export function vocabularyOf({ book }: KnowledgeBase): z.input<typeof elementosOutput> {
  const deciding = book.rules.filter(({ rule }) => isDeciding(rule))
  const parametersByElement = new Map<string, Set<string>>()
  const unitsByParameter = new Map<string, Set<string>>()
  const add = (sets: Map<string, Set<string>>, key: string, value: string): void => {
    const known = sets.get(key)
    if (known === undefined) sets.set(key, new Set([value]))
    else known.add(value)
  }
  for (const { rule } of deciding) {
    for (const element of rule.element) add(parametersByElement, element, rule.parameter)
    add(unitsByParameter, rule.parameter, rule.unit)
  }
  const inEnglish = englishLabels([...book.elements.byId.values()])
  const parameterInEnglish = englishLabels([...book.parameters.byId.values()])
  const elements = [...book.elements.byId.values()].flatMap(({ id, label, aliases }) => {
    const parameters = new Set(book.elements.boundBy(id).flatMap((one) => [...(parametersByElement.get(one) ?? [])]))
    return parameters.size === 0 ? [] : [{ id, label, ...inEnglish(id), aliases: [...(aliases ?? [])], parameters: [...parameters].sort() }]
  })
  const parameters = [...unitsByParameter].flatMap(([id, units]) => {
    const known = book.parameters.byId.get(id)
    return known === undefined
      ? []
      : [
          {
            id,
            label: known.label,
            ...parameterInEnglish(id),
            aliases: [...(known.aliases ?? [])],
            symbols: [...(known.symbols ?? [])],
            units: [...units],
          },
        ]
  })
  return { elements, parameters }
}

interface Term {
  readonly id: string
  readonly label: string
  readonly en?: string | undefined
}

/**
 * The English labels of a list by id. Where two terms share one, each has its Spanish label in brackets, because one chosen by its label must be
 * that one; what still names two is left out.
 */
function englishLabels(terms: readonly Term[]): (id: string) => { label_en?: string } {
  const shared = namesOfTwo(terms.flatMap(({ label, en = '' }) => [...new Set([nameKey(label), nameKey(en)])]))
  const labels = terms.flatMap(({ id, label, en = '' }) => {
    const english = `${en.slice(0, 1).toUpperCase()}${en.slice(1)}`
    return en === '' ? [] : [{ id, english: shared.has(nameKey(en)) ? `${english} (${label})` : english }]
  })
  const doubled = namesOfTwo(labels.map(({ english }) => nameKey(english)))
  const byId = new Map(labels.flatMap(({ id, english }) => (doubled.has(nameKey(english)) ? [] : [[id, { label_en: english }] as const])))
  return (id) => byId.get(id) ?? {}
}

function namesOfTwo(names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)))
}
