import { lazyMap } from '../engine/lazy-map.ts'
import type { StoredRuleIndex } from '../engine/rule-list.ts'
import type { StoredVocabulary } from '../engine/stored-vocabulary.ts'
import type { StoredTerms } from '../engine/vocabulary.ts'

/** Lists of numbers by name, of which few are asked for. */
export type Numbers = ReadonlyMap<string, readonly number[]>

/** `StoredTerms`, each part read when first asked for. */
export interface OpenTerms {
  readonly ids: readonly string[]
  readonly names: Numbers
}

/**
 * The index of rules in the JSON of a pack. To read all of it takes longer than a verdict, which asks for a few members: these are looked for in the text. It
 * is as `JSON.stringify` writes it, so that a quotation mark within a string is never one that ends a name.
 */
export function openRuleIndex(json: string): { readonly keys: readonly string[]; readonly pairs: Numbers } {
  const end = json.indexOf('],"pairs":{')
  const whole = (): StoredRuleIndex => JSON.parse(json) as StoredRuleIndex
  const keys = once(() => (end < 0 ? whole().keys : (JSON.parse(json.slice('{"keys":'.length, end + 1)) as string[])))
  return {
    get keys() {
      return keys()
    },
    pairs: numbersIn(json, { from: Math.max(end, 0), to: json.length }, () => whole().pairs),
  }
}

/** What finds the terms of a book in the JSON of a pack, in the same way. */
export function openVocabulary(json: string): {
  readonly elements: OpenTerms
  readonly parameters: OpenTerms
  readonly dimensions: readonly string[]
} {
  const whole = once(() => JSON.parse(json) as StoredVocabulary)
  const [elements, parameters, dimensions] = ['{"elements":{"ids":[', '}},"parameters":{"ids":[', '}},"dimensions":['].map((mark) =>
    json.indexOf(mark),
  )
  if (elements !== 0 || parameters === undefined || dimensions === undefined || parameters < 0 || dimensions < parameters) {
    const read = whole()
    return { elements: readTerms(read.elements), parameters: readTerms(read.parameters), dimensions: read.dimensions }
  }
  return {
    elements: termsIn(json, { from: elements, to: parameters }, () => whole().elements),
    parameters: termsIn(json, { from: parameters, to: dimensions }, () => whole().parameters),
    dimensions: JSON.parse(json.slice(json.indexOf('[', dimensions), -1)) as string[],
  }
}

/** The same over an index that is read already. */
export function readTerms({ ids, names }: StoredTerms): OpenTerms {
  return { ids, names: new Map(Object.entries(names)) }
}

interface Range {
  readonly from: number
  readonly to: number
}

function termsIn(json: string, { from, to }: Range, whole: () => StoredTerms): OpenTerms {
  const end = json.indexOf('],"names":{', from)
  const ids = once(() => JSON.parse(json.slice(json.indexOf('[', from), end + 1)) as string[])
  return {
    get ids() {
      return ids()
    },
    names: numbersIn(json, { from: end, to }, () => whole().names),
  }
}

/** After so many names all are read: a server asks for more and more, and each search goes through the text. */
const mostSearches = 40

function numbersIn(json: string, { from, to }: Range, whole: () => Readonly<Record<string, readonly number[]>>): Numbers {
  const all = once(() => new Map(Object.entries(whole())))
  let searches = 0
  const search = (name: string): readonly number[] | undefined => {
    const mark = `${JSON.stringify(name)}:[`
    let at = json.indexOf(mark, from)
    // The end of a longer name, which has a quotation mark in it.
    while (at > 0 && json[at - 1] !== '{' && json[at - 1] !== ',') at = json.indexOf(mark, at + 1)
    if (at < 0 || at >= to) return undefined
    return JSON.parse(json.slice(at + mark.length - 1, json.indexOf(']', at) + 1)) as number[]
  }
  return lazyMap(all, (name) => {
    searches += 1
    return searches > mostSearches ? all().get(name) : search(name)
  })
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
