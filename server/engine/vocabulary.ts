import { type Everyday, everydayFrom, plainEveryday } from './everyday.ts'
import { squashed, wordsKey } from './name-words.ts'
import { type Alike, alikeAmong, identifier } from './text.ts'

/** A thing or a quantity with its names. */
export interface Term {
  readonly id: string
  readonly label: string
  readonly aliases: readonly string[]
  readonly en?: string | undefined
  readonly symbols?: readonly string[]
  readonly broader?: string | undefined
  readonly also: readonly (string | object)[]
}

/** A name of a term, as its words in order. */
export interface TermName<T> {
  readonly term: T
  readonly name: string
  readonly words: readonly string[]
}

/** The terms of one kind (elements, parameters), found by any of their names. */
export interface Vocabulary<T extends Term> {
  readonly byId: ReadonlyMap<string, T>
  /** Every term that a text names: the one whose identifier it is first, then those with that label, alias, symbol or English name. */
  named(text: string): readonly T[]
  /** Every name made of exactly these words, in any order. */
  meant(words: readonly string[]): readonly TermName<T>[]
  /** Every name that has the same letters and digits as a text: `D2m nT Atr`, `bajo-cubierta`. */
  spelt(text: string): readonly TermName<T>[]
  /** The ids of the terms that have a name with all of these words, in the order of the vocabulary; none for no words. */
  holding(words: readonly string[]): readonly string[]
  /** All names of a term. */
  namesOf(id: string): readonly TermName<T>[]
  /** A term's id and those of all broader ones, nearest first. */
  broaden(id: string): readonly string[]
  /** The ids of every term whose rules bind this one whatever the case: itself, broader ones, and what they also are. Nearest first. */
  boundBy(id: string): readonly string[]
  /** The terms most like a text that names none. */
  nearest(text: string, among?: ReadonlySet<string>): string[]
}

const mostRemembered = 2000

const plainSpeech = everydayFrom(plainEveryday)

/** What finds terms without reading them, as the pack keeps it: making it takes longer than reading it. */
export interface StoredTerms {
  /** In the order of the vocabulary. */
  readonly ids: readonly string[]
  /** The places of terms in that order, by each of their names as an identifier. */
  readonly names: Readonly<Record<string, readonly number[]>>
}

/** Terms that may be read when first asked for. */
export interface TermSource<T> {
  readonly ids: readonly string[]
  readonly names: ReadonlyMap<string, readonly number[]>
  readonly byId: ReadonlyMap<string, T>
}

/** Finds each term under its label, aliases, symbols and English name. */
export function storedTerms(terms: readonly Term[]): StoredTerms {
  const named = terms.flatMap(({ label, aliases, symbols = [], en }, place) =>
    [...new Set([label, ...aliases, ...symbols, ...(en === undefined ? [] : [en])].map(identifier))].map((name) => ({ name, place })),
  )
  const names = [...Map.groupBy(named, ({ name }) => name)].map(([name, all]) => [name, all.map(({ place }) => place)] as const)
  return { ids: terms.map(({ id }) => id), names: Object.fromEntries(names) }
}

/** Makes terms ready to be found by any of their names, in the words of everyday speech too. */
export function vocabularyFrom<T extends Term>(terms: readonly T[], everyday: Everyday = plainSpeech): Vocabulary<T> {
  return vocabularyOver(termSourceOf(terms), () => everyday)
}

/** Terms that are read already, ready to be found. */
export function termSourceOf<T extends Term>(terms: readonly T[]): TermSource<T> {
  const { ids, names } = storedTerms(terms)
  return { ids, names: new Map(Object.entries(names)), byId: new Map(terms.map((term) => [term.id, term])) }
}

/** Like `vocabularyFrom`, over terms and words of everyday speech that are read when first needed. */
export function vocabularyOver<T extends Term>(source: TermSource<T>, everyday: () => Everyday): Vocabulary<T> {
  const { names, byId } = source
  let idOf: ReadonlyMap<string, string> | undefined
  const termsNamed = (name: string): readonly T[] => (names.get(name) ?? []).flatMap((place) => byId.get(source.ids[place] ?? '') ?? [])
  // Requests repeat few texts: what each names is worked out once.
  const remembered = new Map<string, readonly T[]>()
  const named = (text: string): readonly T[] => {
    const wanted = identifier(text)
    idOf ??= new Map(source.ids.map((id) => [identifier(id), id]))
    const exact = byId.get(idOf.get(wanted) ?? '')
    const others = termsNamed(wanted)
    return exact === undefined ? others : [exact, ...others.filter((term) => term !== exact)]
  }
  let alike: Alike | undefined
  let indexed: NameIndex<T> | undefined
  // Of one term, without the rest of the vocabulary.
  const namesOf = once((id) => {
    const term = byId.get(id)
    return term === undefined ? [] : namesOfTerm(term, everyday())
  })
  const index = (): NameIndex<T> => {
    indexed ??= indexOf([...byId.keys()].map(namesOf))
    return indexed
  }
  return {
    byId,
    named(text) {
      const known = remembered.get(text) ?? named(text)
      if (remembered.size < mostRemembered) remembered.set(text, known)
      return known
    },
    meant: (words) => index().byWords.get(wordsKey(words)) ?? [],
    spelt: (text) => index().bySpelling.get(squashed(text)) ?? [],
    holding: (words) => holding(index(), words),
    namesOf,
    broaden: once((id) => {
      const chain: string[] = []
      for (let at: string | undefined = id; at !== undefined && !chain.includes(at); at = byId.get(at)?.broader) chain.push(at)
      return chain
    }),
    boundBy: once((id) => {
      const reached = new Set([id])
      for (const at of reached) {
        const { broader, also = [] } = byId.get(at) ?? {}
        for (const next of broader === undefined ? also : [broader, ...also]) if (typeof next === 'string') reached.add(next)
      }
      return [...reached]
    }),
    nearest(text, among) {
      alike ??= alikeAmong(
        [...byId.values()].flatMap(({ id, label, aliases, en }) =>
          [id, label, ...aliases, ...(en === undefined ? [] : [en])].map((name) => [name, id] as const),
        ),
      )
      return alike(text, among)
    },
  }
}

/** A function that works out its result once for each id. */
function once<R>(make: (id: string) => readonly R[]): (id: string) => readonly R[] {
  const made = new Map<string, readonly R[]>()
  return (id) => {
    const known = made.get(id) ?? make(id)
    if (made.size < mostRemembered) made.set(id, known)
    return known
  }
}

interface NameIndex<T> {
  readonly byWords: ReadonlyMap<string, readonly TermName<T>[]>
  readonly bySpelling: ReadonlyMap<string, readonly TermName<T>[]>
  /** The names that have a word. */
  readonly byWord: ReadonlyMap<string, readonly TermName<T>[]>
}

function holding<T extends Term>({ byWord }: NameIndex<T>, words: readonly string[]): string[] {
  const [rarest = []] = words.map((word) => byWord.get(word) ?? []).sort((left, right) => left.length - right.length)
  return [...new Set(rarest.filter((name) => words.every((word) => name.words.includes(word))).map(({ term }) => term.id))]
}

/** Every name under its words and its spelling. Made when first asked for: most requests name things exactly. */
function indexOf<T extends Term>(named: readonly (readonly TermName<T>[])[]): NameIndex<T> {
  const [byWords, bySpelling] = [new Map<string, TermName<T>[]>(), new Map<string, TermName<T>[]>()]
  const byWord = new Map<string, TermName<T>[]>()
  const add = (map: Map<string, TermName<T>[]>, key: string, name: TermName<T>): void => {
    const known = map.get(key)
    if (known === undefined) map.set(key, [name])
    else if (!known.some(({ term }) => term === name.term)) known.push(name)
  }
  for (const name of named.flat()) {
    if (name.words.length > 0) add(byWords, wordsKey(name.words), name)
    add(bySpelling, squashed(name.name), name)
    for (const word of new Set(name.words)) {
      const holders = byWord.get(word)
      if (holders === undefined) byWord.set(word, [name])
      else holders.push(name)
    }
  }
  return { byWords, bySpelling, byWord }
}

/** Every name of a term with its words. */
function namesOfTerm<T extends Term>(term: T, everyday: Everyday): readonly TermName<T>[] {
  const { id, label, aliases, symbols = [], en } = term
  const texts = [label, withoutBrackets(label), ...aliases, id, ...symbols, ...(en === undefined ? [] : [en])]
  return [...new Set(texts)].map((name) => {
    const words = everyday.canonical(name)
    // Of `C/N` words would leave a letter that says something else.
    return { term, name, words: symbols.includes(name) && words.join('') !== squashed(name) ? [] : words }
  })
}

/** A label without what it explains in brackets: `Puerta de un recinto (hasta 50 m²)`. */
function withoutBrackets(label: string): string {
  const plain = label.replace(/\s*\([^)]*\)/g, '').trim()
  return plain === '' ? label : plain
}
