import type { Book } from '../engine/book.ts'
import { fold } from '../engine/fold.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { stems } from '../kb/text-analysis.ts'
import { asidesIn, comparedAt, lackingAt, type Sentence } from './asides.ts'
import type { AskedWords } from './asked-words.ts'
import type { Family } from './choose.ts'
import { common, isEveryday, isHome, isPerson, isTelling, premises } from './everyday-words.ts'
import type { FigureAnswer } from './figures.ts'
import { nounsOf } from './measured-noun.ts'
import { nameStems } from './name-stems.ts'
import { namesIn } from './named.ts'
import { denials, isDenial, type Word } from './phrase-index.ts'
import type { Slots } from './slots.ts'

/** Most words of a question of which each was chosen: in a longer one most tell what led to it. */
const mostOfShort = 7
/**
 * A word that a smaller share of the questions of the base have tells something special of the case: the first where the value is to comply, the second
 * where it is to be refused.
 */
const [commonIfWithin, commonIfNot] = [0.0053, 0.00027]

/** What explains the words of a question beside the names of a rule. */
export interface Explaining {
  readonly asked: AskedWords
  /** The paragraph that a rule stands in. */
  readonly textOf: (answer: FigureAnswer) => string | undefined
}

/**
 * The words of a question that keep rules from giving a verdict. In a short one every word counts: it denies the rules; or the text has it where it says that
 * its limit does not hold; or a clause says it of what would comply; or it is a thing of the base, or a word that its questions hardly have, and nothing
 * explains it: neither the names of the rule, its conditions and its title, nor the questions that people ask of it. `Contador de gas a 1,90 m` is not judged
 * by what binds the meters of electricity, nor `giro de 1,50 m y puerta que abre hacia dentro` by the circle alone. In a long one only a denial, a comparison,
 * a clause behind the value, a condition half said or one that would free what fails, and a sentence of its own do.
 */
export function unexplainedIn(book: Book, families: readonly Family[], slots: Slots, explaining: Explaining): string[] {
  const absent = families.flatMap((family) => [...(family.absent ?? [])])
  // That the thing is not there is what is judged.
  const keeping = keepingAt(book, families, slots, explaining).filter(
    (position) => !absent.includes(position) && !(isDenial(slots.words[position]?.folded ?? '') && absent.some((at) => at > position)),
  )
  return phrasesAt(slots.words, keeping)
}

/** Where those words are. */
function keepingAt(book: Book, families: readonly Family[], slots: Slots, explaining: Explaining): number[] {
  const { words, usedWords } = slots
  const told = toldIn(slots)
  const cases = families.flatMap((family) => family.cases)
  const complies = families.every(({ best }) => best.judgement?.isWithin !== false)
  const isSpecial = (stem: string): boolean =>
    nounsOf(book).has(stem) || premises.has(stem) || explaining.asked.shareOf(stem) < (complies ? commonIfWithin : commonIfNot)
  if (told.length > mostOfShort) {
    const asides = asidesIn(slots.text, words, families)
    const { own, limited, explained, names } = wordsOf(book, cases, slots, explaining)
    const denied = told.flatMap(([position, { stem = '', folded }]) => {
      const denial = notBefore(words, position)
      return denial !== undefined && limited.has(stem) && !isDeniedIn(names, folded) ? [denial, position] : []
    })
    const apart = [...denied, ...asides.flatMap((one) => comparedAt(words, one))]
    if (!complies) return [...apart, ...freeingAt(book, families, told, limited, explaining)]
    if (apart.length > 0) return apart
    const isLeft = ([position, { stem = '' }]: [number, Word]): boolean =>
      !usedWords.has(position) && !explained.has(stem) && !common.has(stem) && !isEveryday(words, position) && isSpecial(stem)
    const left = told.filter(isLeft).map(([position]) => position)
    return [...lackingAt(words), ...clauseBehind(families, slots, own), ...halfSaidAt(book, cases, slots, limited), ...aside(left, asides, words)]
  }
  // Where nothing names what the rules are on, nothing says that they are on what is asked.
  const isSaid = ({ rule }: LoadedRule): boolean => slots.parameters.some(({ id }) => id === rule.parameter)
  if (families.every(({ isNamed, best }) => !isNamed && !isSaid(best.loaded))) return told.map(([position]) => position)
  const home = isOfOthers(book, cases, words) ? told.find(([position]) => isHome(words, position))?.[0] : undefined
  if (home !== undefined) return [home]
  const { limited, own, explained, idle, excepted, names } = wordsOf(book, cases, slots, explaining)
  return told.flatMap(([position, { stem = '', folded }]) => {
    if ((usedWords.has(position) && !idle.has(stem)) || common.has(stem)) return []
    const denial = denialBefore(words, position)
    if (denial !== undefined && (complies || own.has(stem))) return isDeniedIn(names, folded) ? [] : [denial, position]
    if (complies && isOfClause(words, position) && !own.has(stem) && !isTelling(words[position])) return [position]
    if (isEveryday(words, position)) return []
    if (!complies && excepted.has(stem) && !limited.has(stem)) return [position]
    return explained.has(stem) || !isSpecial(stem) ? [] : [position]
  })
}

/** The words at some positions, those with nothing but small words between them together: `abre hacia dentro`. */
function phrasesAt(words: readonly Word[], positions: readonly number[]): string[] {
  const runs: { from: number; to: number }[] = []
  for (const position of [...new Set(positions)].sort((left, right) => left - right)) {
    const run = runs.at(-1)
    const between = run === undefined ? [] : words.slice(run.to + 1, position)
    const isNext =
      run !== undefined && between.every(({ stem }) => stem === undefined) && words.slice(run.to + 1, position + 1).every((word) => !word.isAfterMark)
    if (isNext) run.to = position
    else runs.push({ from: position, to: position })
  }
  return runs.map(({ from, to }) =>
    words
      .slice(from, to + 1)
      .map(({ text }) => text)
      .join(' '),
  )
}

/** What a question tells: its words with an index term, without numbers and their units, its place, and the clause that asks. */
function toldIn({ words, usedWords, placeWords }: Slots): [number, Word][] {
  const asking = askingFrom(words)
  const isNumber = (position: number): boolean => /\d/.test(words[position]?.folded ?? '')
  const isUnit = (position: number): boolean => usedWords.has(position) && isNumber(position - 1)
  return [...words.entries()].filter(
    ([position, { stem }]) => position < asking && stem !== undefined && !placeWords.has(position) && !isNumber(position) && !isUnit(position),
  )
}

/** The index terms by which rules are known. */
interface OwnWords {
  /** What they limit. */
  readonly limited: ReadonlySet<string>
  /** The same with their conditions. */
  readonly own: ReadonlySet<string>
  /** The same with the words in which people ask for them. */
  readonly explained: ReadonlySet<string>
  /** What states conditions on which none of them hangs. */
  readonly idle: ReadonlySet<string>
  /** What their text says of where they do not hold. */
  readonly excepted: ReadonlySet<string>
  /** What they are called, as it is written. */
  readonly names: string
}

function wordsOf(book: Book, cases: Family['cases'], slots: Slots, { asked, textOf }: Explaining): OwnWords {
  const all = (read: (answer: FigureAnswer) => Iterable<string>): Set<string> => new Set(cases.flatMap((answer) => [...read(answer)]))
  const limited = all(({ loaded }) => namedBy(book, loaded, slots))
  const own = limited.union(all(({ loaded }) => conditionsOf(book, loaded)))
  return {
    limited,
    own,
    explained: own.union(all(({ loaded }) => asked.ofRule(loaded))),
    idle: idleWords(book, cases, slots),
    excepted: all((answer) => exceptionStems(textOf(answer) ?? '')),
    names: cases.map(({ loaded: { rule } }) => fold([rule.title, ...rule.element].join(' '))).join(' '),
  }
}

/** What makes a thing one for people with a disability, or at work. */
const others = [/(?<![a-z])(?:accesib|discapac|minusval|sillas? de ruedas|movilidad|adaptad|reservad|itinerario)/, /(?<![a-z])trabaj/]

/** True if rules are on accessible things or on workplaces, and the question has no word of that: they do not bind a bathroom or a study at home. */
function isOfOthers({ elements }: Book, cases: Family['cases'], words: readonly Word[]): boolean {
  const said = words.map(({ folded }) => folded).join(' ')
  const names = cases.map(({ loaded: { rule } }) => fold([rule.title, ...rule.element.map((id) => elements.byId.get(id)?.label ?? '')].join(' ')))
  return others.some((kind) => !kind.test(said) && names.some((name) => kind.test(name)))
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

/** Words with which a text says where its limit does not hold. */
const exception =
  /(?<!\p{L})(?:salvo|excepto|except[uú][ae]|excluid|excluye|exent|no (?:es|son) (?:exigible|obligatori|de aplicaci[oó]n)|no se (?:aplica|exige)|no rige|se admite|se permite|puede reducirse|basta|en lugar de|anteriores)/iu

/** The index terms of the sentences of a paragraph that say where its limit does not hold. */
function exceptionStems(text: string): Set<string> {
  const sentences = text.split(/(?<=[.;:])\s+|\n/).filter((sentence) => exception.test(sentence))
  return new Set(sentences.flatMap((sentence) => stems(sentence.slice(exception.exec(sentence)?.index ?? 0))))
}

/** Least words of a sentence of its own that nothing explains for it to tell of something that the rules do not judge. */
const leastAside = 2

/**
 * Of some positions those in sentences of their own, without a number or a person, that tell enough else of what would comply: `La puerta abate hacia dentro`, beside
 * the turning circle of a bathroom.
 */
function aside(left: readonly number[], asides: readonly Sentence[], words: readonly Word[]): number[] {
  return asides.flatMap(({ from, to }) => {
    const own = left.filter((position) => from <= position && position < to)
    const isOther = words.slice(from, to).some((word) => /\d/.test(word.folded) || isPerson(word))
    return isOther || own.length < leastAside ? [] : own
  })
}

/** A word of the name of a condition that a smaller share of the questions of the base have tells that a question speaks of it. */
const rareEnough = 0.004

/** Where the words are of the name of a condition that the question leaves open and that would free what fails: `han medido una muestra representativa`. */
function freeingAt(
  { dimensions }: Book,
  families: readonly Family[],
  told: readonly [number, Word][],
  limited: ReadonlySet<string>,
  { asked }: Explaining,
): number[] {
  const names = families
    .flatMap(({ best }) => best.judgement?.freedBy?.() ?? [])
    .flatMap((id) => dimensions.byId.get(id) ?? [])
    .map((dimension) => new Set(namesIn(dimension).flatMap(nameStems)))
  const isOf = (name: ReadonlySet<string>, stem: string): boolean =>
    name.has(stem) && !limited.has(stem) && !common.has(stem) && asked.shareOf(stem) < rareEnough
  return told.flatMap(([position, { stem = '' }]) => (names.some((name) => isOf(name, stem)) ? [position] : []))
}

/** Least words of the name of a condition that tell that the question may speak of it. */
const leastOfName = 2

/**
 * Where most words are of the name of a condition that may hold or not and that the question does not state in so many words: `peligro por electricidad
 * estática`, where a limit supposes that there is no `riesgo por electricidad estática`.
 */
function halfSaidAt({ dimensions }: Book, cases: Family['cases'], { words, known }: Slots, limited: ReadonlySet<string>): number[] {
  const open = new Set(cases.flatMap(({ loaded: { uses } }) => [...uses]).filter((id) => !known.has(id)))
  const names = [...open].flatMap((id) => {
    const dimension = dimensions.byId.get(id)
    return dimension?.type === 'boolean' ? namesIn(dimension).map((name) => new Set(nameStems(name))) : []
  })
  return names.flatMap((name) => {
    const at = [...words.entries()].flatMap(([position, { stem = '' }]) => (name.has(stem) && !limited.has(stem) ? [position] : []))
    const said = new Set(at.map((position) => words[position]?.stem)).size
    // What is denied holds no more than the limit supposes.
    const isDeniedThere = words.slice(Math.max(0, (at[0] ?? 0) - 1), (at.at(-1) ?? 0) + 1).some(({ folded }) => isDenial(folded))
    return said >= leastOfName && said < name.size && said * 2 > name.size && !isDeniedThere ? at : []
  })
}

/** Where the words of a clause right behind a value are, which say more of what has it: `una puerta de 80 cm que abre hacia dentro`. */
function clauseBehind(families: readonly Family[], { words }: Slots, own: ReadonlySet<string>): number[] {
  return families.flatMap(({ best: { quantity } }) => {
    const from = quantity === undefined ? -1 : words.findIndex(({ start }) => start >= quantity.quantity.end)
    const end = words.findIndex(({ isAfterMark }, position) => position >= from && isAfterMark)
    const behind = from < 0 ? [] : [...words.entries()].slice(from, end < 0 ? undefined : end)
    // `Para que` says what for, and `por la que` where.
    const that = behind.findIndex(([, { folded }], at) => folded === 'que' && !/^(?:para|el|la|los|las)$/.test(behind[at - 1]?.[1].folded ?? ''))
    const isOwn = ({ stem = '' }: Word): boolean => own.has(stem) || common.has(stem)
    return that < 0 ? [] : behind.slice(that + 1).flatMap(([at, word]) => (word.stem === undefined || isOwn(word) || isTelling(word) ? [] : [at]))
  })
}

/** True for a word of a clause that says more of a thing: `una puerta que abre hacia dentro`. */
function isOfClause(words: readonly Word[], position: number): boolean {
  // `Hay que empujarla` says nothing more of a door.
  const isMust = (at: number): boolean => /^(?:hay|habia|habra|tien|teng|tenem)/.test(words[at - 1]?.folded ?? '')
  for (let at = position - 1; at >= 0 && words[at + 1]?.isAfterMark !== true; at--) if (words[at]?.folded === 'que' && !isMust(at)) return true
  return false
}

/** Where the `no` is that denies a word, right before it or before the verb that says that a thing is there: `no hay tomas de aire`. */
function notBefore(words: readonly Word[], position: number): number | undefined {
  const isThere = /^(?:hay|haya|habra|existen?|tienen?|llevan?)$/.test(words[position - 1]?.folded ?? '')
  const at = isThere ? position - 2 : position - 1
  return words[at]?.folded === 'no' ? at : undefined
}

/** True if the names of a rule deny the word themselves: `pared lateral sin ventanas`, `cubierta no ventilada`, `mástil que no es torreta`. */
function isDeniedIn(names: string, folded: string): boolean {
  return new RegExp(`(?<![a-z])(?:${[...denials].join('|')}) (?:es |son |una? |de )?${folded}(?![a-z])`).test(names)
}

/** Where the last clause begins, if it has no number: `¿cumple?`, `¿me lo dan por bueno?`. */
function askingFrom(words: readonly Word[]): number {
  const last = words.findLastIndex(({ isAfterMark }) => isAfterMark)
  return last < 0 || words.slice(last).some(({ folded }) => /\d/.test(folded)) ? words.length : last
}

/** Where the word is that denies the one at a position, right before it or before its article. */
function denialBefore(words: readonly Word[], position: number): number | undefined {
  for (let at = position - 1; at >= Math.max(0, position - 2); at--) {
    const word = words[at]
    if (word === undefined || words[at + 1]?.isAfterMark === true) return undefined
    if (isDenial(word.folded)) return at
    if (word.stem !== undefined && !common.has(word.stem)) return undefined
  }
  return undefined
}

/** The index terms of the conditions that a rule hangs on. */
function conditionsOf({ dimensions }: Book, { uses }: LoadedRule): string[] {
  return [...uses]
    .flatMap((name) => dimensions.byId.get(name) ?? [])
    .flatMap(namesIn)
    .flatMap(nameStems)
}

/** The index terms of what names a rule: its title, its thing and quantity, and what a question names that it binds. */
function namedBy({ elements, parameters }: Book, { rule }: LoadedRule, { elements: said }: Slots): Set<string> {
  const isBound = (id: string): boolean => rule.element.some((own) => elements.boundBy(id).includes(own) || elements.boundBy(own).includes(id))
  const terms = [
    ...rule.element.flatMap((id) => elements.byId.get(id) ?? []),
    ...said.filter(({ id }) => isBound(id)),
    ...[parameters.byId.get(rule.parameter) ?? []].flat(),
  ]
  return new Set([...nameStems(rule.title), ...terms.flatMap(namesIn).flatMap(nameStems)])
}
