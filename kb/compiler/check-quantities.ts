import { z } from 'zod'
import type { Book } from '../../server/engine/book.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import type { Parameter } from '../../server/engine/schema.ts'
import { identifier } from '../../server/engine/text.ts'
import { readYaml, type SourceFolder } from './source-file.ts'

const file = 'vocabulary/distinct-quantities.yaml'
const distinct = z.array(z.strictObject({ quantities: z.array(z.string()).min(2), reason: z.string().min(10) }))

/**
 * Two parameters that share a name and both limit one element, or that count things and do so in two documents, are linked in both directions (`also`), so
 * that a check of either finds the limits of both, or are one quantity of that element (`one_quantity`), or are declared distinct in
 * `vocabulary/distinct-quantities.yaml`.
 */
export function checkQuantities(sources: SourceFolder, book: Book): void {
  const read = sources.list('vocabulary', 'distinct-quantities.yaml').includes(file)
    ? readYaml(sources, file, distinct)
    : { value: [], lineOf: () => 1 }
  if (read === undefined) return
  for (const { id, one_quantity = [] } of book.elements.byId.values())
    for (const parameter of one_quantity)
      if (!book.parameters.byId.has(parameter)) sources.report('vocabulary/elements', 1, `one_quantity of ${id}: unknown parameter "${parameter}"`)
  const used = new Set<number>()
  for (const [pair, { element, why }] of alike(book)) {
    const [one = '', other = ''] = pair.split('|')
    const entry = read.value.findIndex(({ quantities }) => quantities.includes(one) && quantities.includes(other))
    if (entry >= 0) used.add(entry)
    else
      sources.report(
        file,
        1,
        `${one} and ${other} ${why} and both limit ${element}: link them in both directions (also), make them one_quantity of the element, or declare them distinct here`,
      )
  }
  for (const [index] of read.value.entries()) if (!used.has(index)) sources.report(file, read.lineOf([index]), 'no two rules need this: remove it')
}

/** Pairs of parameters that may be one quantity of an element that both limit, and are not linked, each with the first such element. */
function alike({ rules, elements, parameters, units }: Book): Map<string, { readonly element: string; readonly why: string }> {
  const limited = new Map<string, { readonly parameter: string; readonly document: string }[]>()
  for (const { rule, document } of rules.filter((loaded) => isDeciding(loaded.rule)))
    for (const element of rule.element) limited.set(element, [...(limited.get(element) ?? []), { parameter: rule.parameter, document }])
  const named = new Map([...parameters.byId.values()].map((one) => [one.id, namesOf(one)]))
  const shareName = (one: Parameter, other: Parameter): boolean => [...(named.get(one.id) ?? [])].some((name) => named.get(other.id)?.has(name))
  const areLinked = (one: Parameter, other: Parameter, reached: ReadonlySet<string>): boolean =>
    (one.also.includes(other.id) && other.also.includes(one.id)) ||
    [...reached].some((id) => [one.id, other.id].every((parameter) => elements.byId.get(id)?.one_quantity?.includes(parameter)))
  const found = new Map<string, { readonly element: string; readonly why: string }>()
  for (const { id } of elements.byId.values()) {
    const reached = reach(id, elements)
    const documents = Map.groupBy(
      [...reached].flatMap((element) => limited.get(element) ?? []),
      ({ parameter }) => parameter,
    )
    const inTwo = (one: string, other: string): boolean =>
      new Set([one, other].flatMap((name) => (documents.get(name) ?? []).map(({ document }) => document))).size > 1
    const measured = [...documents.keys()].sort().flatMap((name) => parameters.byId.get(name) ?? [])
    for (const [index, one] of measured.entries())
      for (const other of measured.slice(index + 1)) {
        if (found.has(`${one.id}|${other.id}`) || units.parse(one.unit)?.kind !== units.parse(other.unit)?.kind || areLinked(one, other, reached))
          continue
        const countInTwo = one.integer === true && other.integer === true && inTwo(one.id, other.id)
        const why = shareName(one, other) ? 'share a name' : countInTwo ? 'count things in two documents' : undefined
        if (why !== undefined) found.set(`${one.id}|${other.id}`, { element: id, why })
      }
  }
  return found
}

function namesOf({ id, label, aliases }: Parameter): Set<string> {
  return new Set([id, label, ...aliases].map(identifier))
}

/** An element and all whose rules bind it. */
function reach(id: string, elements: Book['elements']): Set<string> {
  const all = new Set([id])
  for (const at of all) {
    const { broader, also = [] } = elements.byId.get(at) ?? {}
    for (const next of broader === undefined ? also : [broader, ...also]) all.add(typeof next === 'string' ? next : next.element)
  }
  return all
}
