/** A text without accents, as most words are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** Folds case and accents: `Cádiz` → `cadiz`. The basis of every comparison of names. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
