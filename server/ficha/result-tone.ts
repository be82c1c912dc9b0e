import { resultWords } from './model.ts'

/** How a result stands out on paper without colour: white on black, or on grey. */
export type ResultTone = 'plain' | 'fails' | 'undecided'

/** The tone of a text; plain if it is no result. */
export function toneOf(text: string): ResultTone {
  if (text === resultWords.NON_COMPLIANT) return 'fails'
  return text === resultWords.UNDECIDED ? 'undecided' : 'plain'
}
