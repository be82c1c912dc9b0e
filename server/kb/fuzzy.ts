/** Finds words of a list that a mistyped one may stand for. */
export interface WordList {
  /** The words at the least distance from one: one edit from 4 letters, two from 8. None for shorter words or those with figures. */
  near(word: string): { readonly word: string; readonly distance: number }[]
}

const oneEditFrom = 4
const twoEditsFrom = 8
/** At equal distance only so many are taken, in alphabetical order. */
const most = 8

/** Keeps a list of folded words by length, so that only those of about the right length are compared. */
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
      return found.slice(0, most)
    },
  }
}

/** Which letters a word has, as bits: one edit changes two of them at the most, so most words need no closer look. */
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

/** Edits (insert, delete, replace, swap of neighbours) from one word to another, or `most + 1` where there are more than `most`. */
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
