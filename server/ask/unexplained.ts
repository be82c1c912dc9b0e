import type { Book } from '../engine/book.ts'
import { fold } from '../engine/fold.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { stems } from '../kb/text-analysis.ts'
import type { AskedWords } from './asked-words.ts'
import type { Family } from './choose.ts'
import { common, dwelling, isEveryday, premises } from './everyday-words.ts'
import { nameStems } from './name-stems.ts'
import { namesIn } from './named.ts'
import { denials, isDenial, type Word } from './phrase-index.ts'
import type { Slots } from './slots.ts'

/** Most words of a question of which each was chosen: in a longer one most tell what led to it. */
const mostOfShort = 8
/** A word that fewer questions of the base have tells something special of the case: many, where the value is to comply, some, where it is to be refused. */
const [commonIfWithin, commonIfNot] = [200, 10]

/**
 * The words of a short question that keep the rules of a family from giving a verdict: what it denies; and what is a thing of the base, or a word that its
 * questions hardly have, where nothing explains it: neither the names of the rule, its conditions and its title, nor the questions that people ask of it.
 * `Contador de gas a 1,90 m` is not judged by what binds the meters of electricity, nor `giro de 1,50 m y puerta que abre hacia dentro` by the circle alone.
 */
export function unexplainedIn(book: Book, families: readonly Family[], slots: Slots, asked: AskedWords): string[] {
  const { words, usedWords, placeWords } = slots
  const asking = askingFrom(words)
  const isOfAsking = (position: number): boolean => position >= asking || placeWords.has(position)
  const told = [...words.entries()].filter(([position, { stem, folded }]) => !isOfAsking(position) && stem !== undefined && !/\d/.test(folded))
  if (told.length > mostOfShort) return []
  // Where nothing names what the rules are on, nothing says that they are on what is asked.
  const isSaid = ({ rule }: LoadedRule): boolean => slots.parameters.some(({ id }) => id === rule.parameter)
  if (families.every(({ isNamed, best }) => !isNamed && !isSaid(best.loaded))) return told.map(([, { text }]) => text)
  const cases = families.flatMap((family) => family.cases)
  const own = new Set(cases.flatMap(({ loaded }) => [...namedBy(book, loaded, slots)]))
  const explained = own.union(new Set(cases.flatMap(({ loaded }) => [...asked.ofRule(loaded)])))
  const names = cases.map(({ loaded: { rule } }) => fold([rule.title, ...rule.element].join(' '))).join(' ')
  const idle = idleWords(book, cases, slots)
  const heads = headsOf(book)
  const home = isOfOthers(book, cases, words) ? told.find(([, { stem = '' }]) => dwelling.has(stem))?.[1].text : undefined
  if (home !== undefined) return [home]
  const complies = families.every(({ best }) => best.judgement?.isWithin !== false)
  const isSpecial = (stem: string): boolean =>
    heads.has(stem) || premises.has(stem) || asked.countOf(stem) < (complies ? commonIfWithin : commonIfNot)
  return told.flatMap(([position, { stem = '', text, folded }]) => {
    if ((usedWords.has(position) && !idle.has(stem)) || common.has(stem)) return []
    const denial = denialBefore(words, position)
    if (denial !== undefined && (complies || own.has(stem))) return isDeniedIn(names, folded) ? [] : [`${denial} ${text}`]
    return explained.has(stem) || isEveryday(words, position) || !isSpecial(stem) ? [] : [text]
  })
}

/** Words for what makes a thing one for people with a disability, or at work. */
const ofAccess = new Set(stems('accesible accesibilidad discapacidad minusválido silla movilidad adaptado reservado itinerario'))
const ofWork = new Set(stems('trabajo trabajador'))

/** True if rules are on accessible things or on workplaces, and the question has no word of that: they do not bind a bathroom or a study at home. */
function isOfOthers({ elements }: Book, cases: Family['cases'], words: readonly Word[]): boolean {
  const said = new Set(words.flatMap(({ stem }) => stem ?? []))
  return [ofAccess, ofWork].some(
    (kind) =>
      kind.isDisjointFrom(said) &&
      cases.some(({ loaded: { rule } }) =>
        [rule.title, ...rule.element.map((id) => elements.byId.get(id)?.label ?? '')].some((name) => nameStems(name).some((stem) => kind.has(stem))),
      ),
  )
}

/** Whether a building is new or altered is told of everything in it. */
const ofWorks = 'intervencion'

/** The words that state conditions on which none of the rules hangs. */
function idleWords({ dimensions }: Book, cases: Family['cases'], { known }: Slots): Set<string> {
  const uses = new Set(cases.flatMap(({ loaded }) => [...loaded.uses]))
  return new Set(
    [...known].flatMap(([name, value]) => {
      const dimension = uses.has(name) || name === ofWorks ? undefined : dimensions.byId.get(name)
      const values = dimension?.values.filter(({ id }) => id === value) ?? []
      return dimension === undefined ? [] : [dimension, ...values].flatMap(namesIn).flatMap(nameStems)
    }),
  )
}

/** True if the names of a rule deny the word themselves: `pared lateral sin ventanas`, `cubierta no ventilada`. */
function isDeniedIn(names: string, folded: string): boolean {
  return [...denials].some((denial) => names.includes(`${denial} ${folded}`))
}

/** Where the last clause begins, if it has no number: `¿cumple?`, `¿me lo dan por bueno?`. */
function askingFrom(words: readonly Word[]): number {
  const last = words.findLastIndex(({ isAfterMark }) => isAfterMark)
  return last < 0 || words.slice(last).some(({ folded }) => /\d/.test(folded)) ? words.length : last
}

/** The word that denies the one at a position, right before it or before its article. */
function denialBefore(words: readonly Word[], position: number): string | undefined {
  for (let at = position - 1; at >= Math.max(0, position - 2); at--) {
    const word = words[at]
    if (word === undefined || words[at + 1]?.isAfterMark === true) return undefined
    if (isDenial(word.folded)) return word.text
    if (word.stem !== undefined && !common.has(word.stem)) return undefined
  }
  return undefined
}

/** The index terms of what names a rule: its title, its thing, quantity and conditions, and what a question names that it binds. */
function namedBy({ elements, parameters, dimensions }: Book, { rule, uses }: LoadedRule, { elements: said }: Slots): Set<string> {
  const isBound = (id: string): boolean => rule.element.some((own) => elements.boundBy(id).includes(own) || elements.boundBy(own).includes(id))
  const terms = [
    ...rule.element.flatMap((id) => elements.byId.get(id) ?? []),
    ...said.filter(({ id }) => isBound(id)),
    ...[parameters.byId.get(rule.parameter) ?? []].flat(),
    ...[...uses].flatMap((name) => dimensions.byId.get(name) ?? []),
  ]
  return new Set([...nameStems(rule.title), ...terms.flatMap(namesIn).flatMap(nameStems)])
}

const headsByBook = new WeakMap<Book, ReadonlySet<string>>()

/** The first words of the names of elements: what things are called. */
function headsOf(book: Book): ReadonlySet<string> {
  const known = headsByBook.get(book) ?? new Set([...book.elements.byId.values()].flatMap(namesIn).flatMap((name) => nameStems(name).slice(0, 1)))
  headsByBook.set(book, known)
  return known
}
