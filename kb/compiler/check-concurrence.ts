import { z } from 'zod'
import type { Book } from '../../server/engine/book.ts'
import { areDisjoint } from '../../server/engine/condition.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import type { LoadedRule } from '../../server/engine/limit.ts'
import type { Rule } from '../../server/engine/schema.ts'
import { identifier } from '../../server/engine/text.ts'
import { type Parsed, readYaml, type SourceFolder } from './source-file.ts'

/**
 * `vocabulary/distinct.yaml`: elements that sound alike and are never the same thing. In a group, each is distinct from each other one;
 * `from`, where given, only sets each of `elements` apart from each of these. `parameters` narrows it to some quantities.
 */
const distinct = z.array(
  z.strictObject({
    elements: z.array(z.string()).min(1),
    from: z.array(z.string()).min(1).optional(),
    parameters: z.array(z.string()).min(1).optional(),
    reason: z.string().min(10),
  }),
)
type Distinct = z.infer<typeof distinct>
const file = 'vocabulary/distinct.yaml'

/** Reads the elements declared distinct. */
function readDistinct(sources: SourceFolder): Parsed<Distinct> | undefined {
  return sources.list('vocabulary', 'distinct.yaml').includes(file) ? readYaml(sources, file, distinct) : { value: [], lineOf: () => 1 }
}

/** Two rules that may limit one quantity of one thing under two names are linked in the vocabulary, or their elements are declared distinct. */
export function checkConcurrence(sources: SourceFolder, book: Book): void {
  const read = readDistinct(sources)
  if (read === undefined) return
  const declared = new Map<string, number>()
  for (const [index, { elements, from, parameters }] of read.value.entries()) {
    for (const id of [...elements, ...(from ?? [])])
      if (!book.elements.byId.has(id)) sources.report(file, read.lineOf([index]), `unknown element "${id}"`)
    for (const id of parameters ?? []) if (!book.parameters.byId.has(id)) sources.report(file, read.lineOf([index]), `unknown parameter "${id}"`)
    for (const one of elements)
      for (const other of from ?? elements)
        for (const parameter of parameters ?? ['*']) if (one !== other) declared.set(pairKey(one, other, parameter), index)
  }
  const used = new Set<number>()
  const told = new Map<string, { readonly one: LoadedRule; readonly other: LoadedRule; readonly parameters: Set<string> }>()
  for (const {
    one,
    other,
    elements: [left, right],
    parameter,
  } of concurrent(book)) {
    const entry = declared.get(pairKey(left, right, '*')) ?? declared.get(pairKey(left, right, parameter))
    if (entry !== undefined) used.add(entry)
    else {
      const key = [left, right].sort().join(' and ')
      const before = told.get(key)
      if (before === undefined) told.set(key, { one, other, parameters: new Set([parameter]) })
      else before.parameters.add(parameter)
    }
  }
  for (const [names, { one, other, parameters }] of told)
    sources.report(
      file,
      1,
      `${names} sound alike and both have limits on ${[...parameters].join(', ')} (${one.document}/${one.rule.id}, ${other.document}/${other.rule.id}): link them (broader, also), or declare them distinct here`,
    )
  for (const [index] of read.value.entries()) if (!used.has(index)) sources.report(file, read.lineOf([index]), 'no two rules need this: remove it')
}

interface Concurrent {
  readonly one: LoadedRule
  readonly other: LoadedRule
  readonly elements: readonly [string, string]
  readonly parameter: string
}

/** Pairs of rules of one quantity on elements that share a name or a head word and are not linked. */
function* concurrent(book: Book): Generator<Concurrent> {
  const linked = linksOf(book)
  const soundAlike = likenessOf(book)
  const deciding = book.rules.filter(({ rule }) => isDeciding(rule))
  for (const [parameter, rules] of Map.groupBy(deciding, ({ rule }) => rule.parameter))
    for (const [index, one] of rules.entries())
      for (const other of rules.slice(index + 1)) {
        const pairs = one.rule.element.flatMap((left) =>
          other.rule.element.flatMap((right): [string, string][] =>
            soundAlike(left, right) && !linked(left, right) && !bindBoth(one.rule, other.rule, left, right) ? [[left, right]] : [],
          ),
        )
        if (pairs.length > 0 && mayBindTogether(one, other, book)) for (const elements of pairs) yield { one, other, elements, parameter }
      }
}

/** True where each rule names both elements: then each element is held against both. */
function bindBoth(one: Rule, other: Rule, left: string, right: string): boolean {
  return one.element.includes(right) && other.element.includes(left)
}

function mayBindTogether(one: LoadedRule, other: LoadedRule, book: Book): boolean {
  const [here, there] = [book.documents.get(one.document)?.ccaa ?? null, book.documents.get(other.document)?.ccaa ?? null]
  if (here !== null && there !== null && here !== there) return false
  if (one.document === other.document && !one.rule.editions.some((edition) => other.rule.editions.includes(edition))) return false
  return !areDisjoint(one.rule.when, other.rule.when, book.dimensions)
}

/** True if one element reaches the other by `broader` and `also`, in some case at least. */
function linksOf({ elements }: Book): (one: string, other: string) => boolean {
  const reached = new Map<string, ReadonlySet<string>>()
  const reach = (id: string): ReadonlySet<string> => {
    const known = reached.get(id)
    if (known !== undefined) return known
    const all = new Set([id])
    for (const at of all) {
      const { broader, also = [] } = elements.byId.get(at) ?? {}
      for (const next of broader === undefined ? also : [broader, ...also]) all.add(typeof next === 'string' ? next : next.element)
    }
    reached.set(id, all)
    return all
  }
  return (one, other) => reach(one).has(other) || reach(other).has(one)
}

/** True if two elements share a name, or the head word of their labels. */
function likenessOf({ elements }: Book): (one: string, other: string) => boolean {
  const names = new Map(
    [...elements.byId.values()].map(({ id, label, aliases }) => [
      id,
      { head: identifier(label.split(/[\s,(]/)[0] ?? ''), all: new Set([id, label, ...aliases].map(identifier)) },
    ]),
  )
  return (one, other) => {
    const [left, right] = [names.get(one), names.get(other)]
    return left !== undefined && right !== undefined && (left.head === right.head || [...left.all].some((name) => right.all.has(name)))
  }
}

function pairKey(one: string, other: string, parameter: string): string {
  return `${one < other ? `${one}|${other}` : `${other}|${one}`}|${parameter}`
}
