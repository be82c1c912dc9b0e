import { fold } from '../engine/fold.ts'
import type { Beyond, KnowledgeBase } from '../kb/open.ts'

/** What a question asks that the base does not answer, such as a price or a repealed regulation; undefined if nothing. */
export function beyondTheBase({ beyond }: Pick<KnowledgeBase, 'beyond'>, question: string): Beyond | undefined {
  const text = ` ${fold(question)
    .replace(/[.;:?!¿]+(?=\s|$)/g, ' | ')
    .replace(/[^a-z0-9|]+/g, ' ')} `
  const found = beyond.find((one) => saidBy(one).test(text))
  if (found?.instead === undefined || !ofThen.test(text) || ofToday.test(text)) return found
  const { instead: _, ...asked } = found
  return asked
}

/** Words that ask what a repealed regulation used to say: what is in force is then no answer. */
const ofThen = / (?:pedian?|exigian?|fijaban?|decian?|obligaban?|establecian?|marcaban?|permitian?|limitaban?|admitian?|regulaban?|imponian?|daban?) /
/** Words that take it for one in force. */
const ofToday = / (?:vigentes?|en vigor|hoy|actual(?:es)?|sigue|siguen) /

/** The pattern of each entry: made once. */
const patterns = new WeakMap<Beyond, RegExp>()

/** What says an entry: any of its words, with any others of the same sentence between where they have ` * `. */
function saidBy(one: Beyond): RegExp {
  const pattern = patterns.get(one) ?? new RegExp(` (?:${one.words.join('|').replaceAll(' * ', ' (?:[a-z0-9]+ )*')}) `)
  patterns.set(one, pattern)
  return pattern
}

/** A question without the words that name what is repealed, so that the rest is asked of what is in force. */
export function withoutNames(question: string, { words }: Beyond): string {
  const longest = words.toSorted((left, right) => right.length - left.length)
  const names = new RegExp(`(?<![\\p{L}\\d])(?:${longest.map(patternOf).join('|')})(?![\\p{L}\\d])`, 'giu')
  return question.replace(names, ' ')
}

/** A name as it may be written: `RD 2267/2004` for `rd 2267 2004`; ` * ` stands for other words. */
function patternOf(name: string): string {
  const [between, any] = ['[^\\p{L}\\d]+', '(?:[\\p{L}\\d]+[^\\p{L}\\d]+)*?']
  return name
    .split(' * ')
    .map((part) => part.replaceAll(' ', between))
    .join(`${between}${any}`)
}
