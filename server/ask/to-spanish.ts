import { fold } from '../engine/fold.ts'
import type { ForeignWords } from '../engine/foreign-words.ts'
import { nameWords, singular } from '../engine/name-words.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** A question in the words of the vocabulary. */
export interface SpanishQuestion {
  readonly text: string
  /** The language it was asked in: `es` where nothing was translated. */
  readonly language: ForeignWords['language'] | 'es'
  /** The words, folded, that were neither translated nor are Spanish. Empty for a Spanish question. */
  readonly unread: ReadonlySet<string>
}

/** Words that tell a Spanish question. Where another language has the word too, it tells nothing. */
const spanishWords = new Set(
  'a al algo ante antes aquí bajo bien cada casa cómo como con cuál cual cuáles cuándo cuando cuánta cuánto cuantos cuántos cumple da de debe deben debo del desde donde dónde dos el ella en entre era es esta este esto exige ha hace han has hasta hay he la las le les lo los más me mi mide mínimo mínima máximo máxima muy nada ni no nos o para pero poner por puede pueden puedo que qué quiero se sea ser si sí sin sobre son su sus también tener tengo tiene tienen un una uno unos va vale y ya zona'.split(
    ' ',
  ),
)
const mostWords = 5

interface Token {
  /** As a key: lower case, and without accents if it is longer than a few letters. */
  readonly key: string
  readonly start: number
  readonly end: number
}

interface Lexicon {
  readonly language: ForeignWords['language']
  readonly marks: ReadonlySet<string>
  /** Spanish by the keys of a word or phrase. */
  readonly words: ReadonlyMap<string, string>
  readonly endings: readonly string[]
}

interface Translator {
  readonly lexicons: readonly Lexicon[]
  readonly isSpanish: (key: string) => boolean
}

const translators = new WeakMap<object, Translator>()

/**
 * Puts a question in Catalan, Galician, Basque or English into Spanish word by word, the longest phrase first, so that it can be read as one.
 * A word that Spanish has too, and one that the vocabulary of the language does not have, stay. A Spanish question comes back as it is.
 */
export function toSpanish(question: string, kb: Pick<KnowledgeBase, 'languages' | 'book'>): SpanishQuestion {
  const { lexicons, isSpanish } = translatorOf(kb)
  const text = question.normalize('NFC')
  const tokens = tokensOf(text)
  const scores = lexicons.map((lexicon) => ({ lexicon, score: scoreOf(tokens, lexicon, isSpanish) }))
  const best = scores.reduce<(typeof scores)[number] | undefined>(
    (most, one) => (most === undefined || one.score > most.score ? one : most),
    undefined,
  )
  if (best === undefined || best.score <= 0) return { text: question, language: 'es', unread: new Set() }
  return { ...translated(text, tokens, best.lexicon, isSpanish), language: best.lexicon.language }
}

function translatorOf({ languages, book }: Pick<KnowledgeBase, 'languages' | 'book'>): Translator {
  const known = translators.get(book)
  if (known !== undefined) return known
  const named = new Set<string>()
  for (const { label, aliases = [] } of [...book.elements.byId.values(), ...book.parameters.byId.values(), ...book.dimensions.byId.values()])
    for (const name of [label, ...aliases]) for (const word of nameWords(name)) named.add(word)
  const isSpanish = (key: string): boolean => spanishWords.has(key) || (key.length > 2 && named.has(singular(fold(key))))
  const made = { lexicons: languages.map(lexiconOf), isSpanish }
  translators.set(book, made)
  return made
}

function lexiconOf({ language, marks, endings, words }: ForeignWords): Lexicon {
  const key = (text: string): string =>
    tokensOf(text.normalize('NFC'))
      .map((token) => token.key)
      .join(' ')
  return {
    language,
    marks: new Set(marks.map(key).filter((mark) => !spanishWords.has(mark))),
    words: new Map(Object.entries(words).map(([word, spanish]) => [key(word), spanish])),
    endings: endings.toSorted((left, right) => right.length - left.length),
  }
}

/** An elided article is a token of its own: `l'amplada` is `l'` and `amplada`. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}·]+['’](?=\p{L}|$)|[\p{L}·]+/gu)].map((match) => {
    const word = match[0].toLowerCase().replace('’', "'")
    return { key: word.length > 3 ? fold(word) : word, start: match.index, end: match.index + match[0].length }
  })
}

/** How much more of a question is of a language than of Spanish; not above zero where it is no question of it. */
function scoreOf(tokens: readonly Token[], lexicon: Lexicon, isSpanish: (key: string) => boolean): number {
  let [marks, words, spanish] = [0, 0, 0]
  for (const [at, { key }] of tokens.entries()) {
    const pair = `${key} ${tokens[at + 1]?.key ?? ''}`
    if (lexicon.marks.has(key) || lexicon.marks.has(pair)) marks++
    else if (spanishWords.has(key)) spanish += lexicon.words.has(key) ? 0 : 1
    else if (!isSpanish(key) && lookUp([key], lexicon) !== undefined) words++
  }
  const own = marks + words
  // One word may be Spanish too (`mortero de cal`).
  return own < 2 ? 0 : own - spanish
}

/** The Spanish of a phrase, whatever ending its last word has. */
function lookUp(keys: readonly string[], { words, endings }: Lexicon): string | undefined {
  const whole = words.get(keys.join(' '))
  const last = keys.at(-1) ?? ''
  if (whole !== undefined) return whole
  for (const ending of endings) {
    if (!last.endsWith(ending) || last.length - ending.length < 2) continue
    const found = words.get([...keys.slice(0, -1), last.slice(0, -ending.length)].join(' '))
    if (found !== undefined) return found
  }
  return undefined
}

function translated(
  text: string,
  tokens: readonly Token[],
  lexicon: Lexicon,
  isSpanish: (key: string) => boolean,
): Pick<SpanishQuestion, 'text' | 'unread'> {
  let [result, after] = ['', 0]
  const unread = new Set<string>()
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(at, tokens, text, lexicon, isSpanish)
    const first = tokens[at]
    const last = tokens[at + (found?.size ?? 1) - 1]
    if (first === undefined || last === undefined) break
    if (found === undefined && !isSpanish(first.key)) unread.add(fold(first.key))
    const between = text.slice(after, first.start)
    const spanish = found?.spanish ?? text.slice(first.start, last.end)
    result += between === '' && /\p{L}$/u.test(result) && spanish !== '' ? ` ${spanish}` : `${between}${spanish}`
    after = last.end
    at += found?.size ?? 1
  }
  return { text: `${result}${text.slice(after)}`.replace(/ {2,}/g, ' ').trim(), unread }
}

/** The longest phrase from a token on that the language has, unless Spanish has all its words. Punctuation ends a phrase. */
function longestAt(
  at: number,
  tokens: readonly Token[],
  text: string,
  lexicon: Lexicon,
  isSpanish: (key: string) => boolean,
): { readonly spanish: string; readonly size: number } | undefined {
  for (let size = Math.min(mostWords, tokens.length - at); size > 0; size--) {
    const phrase = tokens.slice(at, at + size)
    if (phrase.every(({ key }) => isSpanish(key))) continue
    const isBroken = phrase.some(({ start }, index) => index > 0 && /[^\s'’-]/.test(text.slice(phrase[index - 1]?.end ?? start, start)))
    const spanish = isBroken
      ? undefined
      : lookUp(
          phrase.map(({ key }) => key),
          lexicon,
        )
    if (spanish !== undefined) return { spanish, size }
  }
  return undefined
}
