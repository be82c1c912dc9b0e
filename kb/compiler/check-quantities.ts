import { z } from 'zod'
import type { Book } from '../../server/engine/book.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import type { Parameter } from '../../server/engine/schema.ts'
import { identifier } from '../../server/engine/text.ts'
import { readYaml, type SourceFolder } from './source-file.ts'

const file = 'vocabulary/distinct-quantities.yaml'
const distinct = z.array(z.strictObject({ quantities: z.array(z.string()).min(2), reason: z.string().min(10) }))

/**
 * Two parameters that share a name and both limit one element are linked in the vocabulary in both directions (`also`), so that a check of either finds
 * the limits of both, or they are declared distinct in `vocabulary/distinct-quantities.yaml`.
 */
export function checkQuantities(sources: SourceFolder, book: Book): void {
  const read = sources.list('vocabulary', 'distinct-quantities.yaml').includes(file)
    ? readYaml(sources, file, distinct)
    : { value: [], lineOf: () => 1 }
  if (read === undefined) return
  const used = new Set<number>()
  for (const [pair, element] of alike(book)) {
    const [one = '', other = ''] = pair.split('|')
    const entry = read.value.findIndex(({ quantities }) => quantities.includes(one) && quantities.includes(other))
    if (entry >= 0) used.add(entry)
    else
      sources.report(
        file,
        1,
        `${one} and ${other} share a name and both limit ${element}: link them in both directions (also), or declare them distinct here`,
      )
  }
  for (const [index] of read.value.entries()) if (!used.has(index)) sources.report(file, read.lineOf([index]), 'no two rules need this: remove it')
}

/** Pairs of parameters that share a name, limit one element and are not linked, each with the first such element. */
function alike({ rules, elements, parameters, units }: Book): Map<string, string> {
  const limited = new Map<string, Set<string>>()
  for (const { rule } of rules.filter((loaded) => isDeciding(loaded.rule)))
    for (const element of rule.element) limited.set(element, (limited.get(element) ?? new Set()).add(rule.parameter))
  const named = new Map([...parameters.byId.values()].map((one) => [one.id, namesOf(one)]))
  const areAlike = (one: Parameter, other: Parameter): boolean =>
    units.parse(one.unit)?.kind === units.parse(other.unit)?.kind &&
    !(one.also.includes(other.id) && other.also.includes(one.id)) &&
    [...(named.get(one.id) ?? [])].some((name) => named.get(other.id)?.has(name))
  const found = new Map<string, string>()
  for (const { id } of elements.byId.values()) {
    const own = [...reach(id, elements)].flatMap((element) => [...(limited.get(element) ?? [])])
    const measured = [...new Set(own)].sort().flatMap((name) => parameters.byId.get(name) ?? [])
    for (const [index, one] of measured.entries())
      for (const other of measured.slice(index + 1))
        if (!found.has(`${one.id}|${other.id}`) && areAlike(one, other)) found.set(`${one.id}|${other.id}`, id)
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
