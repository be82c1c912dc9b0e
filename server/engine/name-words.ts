import { fold } from './fold.ts'

/** Articles, prepositions and other words that do not tell one name from another. `sin`, `sobre`, `bajo` and `desde` do, and stay. */
const empty = new Set(
  'a al ante c con cada como cual cuando d de del e el ella en entre es esta este hacia hasta i la las le lo los mi mis o para por que se segun si son su sus todo toda todos todas tu u un una uno unos unas y the of'.split(
    ' ',
  ),
)

const greek: Readonly<Record<string, string>> = {
  α: 'alfa',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  η: 'eta',
  θ: 'theta',
  λ: 'lambda',
  μ: 'mu',
  µ: 'mu',
  ρ: 'rho',
  σ: 'sigma',
  τ: 'tau',
  φ: 'fi',
  ϕ: 'fi',
  ψ: 'psi',
  ω: 'omega',
  ø: 'diametro',
}

/**
 * A name as its words, in order: folded, singular, without articles and prepositions: `Las puertas de paso` → `puerta paso`. A letter at the end is none:
 * `valor U`, `Zona A`.
 */
export function nameWords(text: string): string[] {
  const plain = fold(text)
    .replace(/[α-ωµϕø]/g, (letter) => greek[letter] ?? letter)
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => digit.normalize('NFKC'))
    .replace(/(?<![a-z0-9])n\.?[º°]/g, ' numero ')
  const pieces = plain.match(/[a-z0-9]+(?:[.,'’](?=[a-z0-9])[a-z0-9]+)*/g) ?? []
  const words = pieces.flatMap(wordsOf)
  const last = pieces.at(-1)
  const isLetter = last !== undefined && last.length === 1 && empty.has(last) && (words.length > 0 || pieces.length === 1)
  return isLetter ? [...words, last] : words
}

const mostKept = 20_000
const kept = new Map<string, readonly string[]>()

/** The words of one piece of a folded text, worked out once: names repeat few. */
function wordsOf(piece: string): readonly string[] {
  const known = kept.get(piece)
  if (known !== undefined) return known
  const parts = /[a-z]/.test(piece) && !/^[dl]['’]?n/.test(piece) ? piece.split(/[.,'’]/) : [piece.replace(/['’]/g, '')]
  const words = parts.filter((word) => !empty.has(word)).map(singular)
  if (kept.size < mostKept && piece.length < longestKept) kept.set(piece, words)
  return words
}

const longestKept = 40

/** Every spelling of a word in one number: `paredes` and `pared`, `luces` and `luz`, `bloques` and `bloque`, `BIEs` and `BIE` each give one text. */
export function singular(word: string): string {
  if (word.length < 3 || /\d/.test(word)) return word
  const withoutS = word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  const withoutE = withoutS.length > 3 && /[^aeiou]e$/.test(withoutS) ? withoutS.slice(0, -1) : withoutS
  return withoutE.endsWith('z') ? `${withoutE.slice(0, -1)}c` : withoutE
}

/** A name without anything but letters and digits: `D2m,nT,Atr`, `D2m nT Atr` and `D2mnTAtr` are one. */
export function squashed(text: string): string {
  return fold(text)
    .replace(/[α-ωµϕø]/g, (letter) => greek[letter] ?? letter)
    .replace(/[^a-z0-9%]+/g, '')
}

/** The key of a set of words, whatever their order. */
export function wordsKey(words: Iterable<string>): string {
  return [...new Set(words)].sort().join(' ')
}
