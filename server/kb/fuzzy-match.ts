/** Finds the words of a list that a mistyped word may mean. */
export interface WordList {
  /** The nearest words: at most one edit away for words of 4 letters or more, two for 8 or more. Empty for shorter words and for words with digits. */
  near(word: string): { readonly word: string; readonly distance: number }[]
}

const oneEditFrom = 4
const twoEditsFrom = 8
/** Most words returned; they all have the same distance, in alphabetical order. */
const maxResults = 8

/** Groups folded words by length, so that a word is compared only with words of similar length. */
export function wordList(words: Iterable<string>): WordList {
  const byLength = new Map<number, { readonly word: string; readonly letters: number }[]>()
  for (const word of [...words].sort()) {
    const entry = { word, letters: lettersOf(word) }
    const list = byLength.get(word.length)
    if (list === undefined) byLength.set(word.length, [entry])
    else list.push(entry)
  }
  return {
    near(word) {
      if (word.length < oneEditFrom || /\d/.test(word)) return []
      const allowed = word.length < twoEditsFrom ? 1 : 2
      const letters = lettersOf(word)
      let best = allowed
      let found: { word: string; distance: number }[] = []
      for (let length = word.length - allowed; length <= word.length + allowed; length++) {
        for (const { word: candidate, letters: own } of byLength.get(length) ?? []) {
          if (bitCount(letters ^ own) > 2 * best) continue
          const distance = editDistance(word, candidate, best)
          if (distance > best || distance === 0) continue
          if (distance < best) {
            best = distance
            found = []
          }
          found.push({ word: candidate, distance })
        }
      }
      return found.slice(0, maxResults)
    },
  }
}

/** The letters of a word as bits. One edit changes at most two bits, which rules out most words without computing their distance. */
function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << ((word.charCodeAt(at) - 97) & 31)
  return bits
}

function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Damerau-Levenshtein distance (insert, delete, replace, swap of neighbours), or `limit + 1` if it is more than `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[other.length] ?? limit + 1
}
