/** A text without accents, as most words are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** Folds case and accents: `Cádiz` → `cadiz`. The basis of every comparison of names. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // Names are folded by the thousand when a base is opened, before any of this is compiled: there the native way is quicker.
  if (text.length < longText || dependent.test(text)) return foldWhole(text)
  return text.replace(/[\x80-\uffff]/g, foldLetter).toLowerCase()
}

/** From this length on a text is folded letter by letter. */
const longText = 200

/** Letters whose folded form depends on their neighbours: pairs of surrogates, and the sigma that is written otherwise at the end of a word. */
const dependent = /[\ud800-\udfff\u03a3]/

function foldWhole(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const folded = new Map<string, string>()

/** A single letter folded. There are few: each is worked out once. */
function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const made = foldWhole(letter)
  folded.set(letter, made)
  return made
}
