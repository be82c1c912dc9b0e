/** Folds case and accents: `Cádiz` → `cadiz`. The basis of every comparison of names. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** One spelling for a place name: folded, one space between words. `Alacant/Alicante` → `alacant alicante`. */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** One spelling for an identifier: case, accents, spaces, `_` and `-` do not count; Greek α is written out. `Cubierta_Plana` → `cubierta-plana`. */
export function identifier(text: string): string {
  return fold(text)
    .replace(/α/g, 'alpha')
    .replace(/[^a-z0-9.%]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The known names most like an unknown one, best first. `names` pairs what is compared with what is returned. */
export function nearest(wanted: string, names: Iterable<readonly [string, string]>, most = 5): string[] {
  const target = identifier(wanted)
  const targetGrams = bigrams(target)
  const scores = new Map<string, number>()
  for (const [name, result] of names) {
    const score = similarity(target, targetGrams, identifier(name))
    if (score > (scores.get(result) ?? 0.3)) scores.set(result, score)
  }
  return [...scores]
    .sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))
    .slice(0, most)
    .map(([result]) => result)
}

function similarity(target: string, targetGrams: ReadonlySet<string>, name: string): number {
  if (target === name) return 1
  const grams = bigrams(name)
  let shared = 0
  for (const gram of grams) if (targetGrams.has(gram)) shared++
  const dice = (2 * shared) / (grams.size + targetGrams.size || 1)
  const contained = target.length > 3 && name.includes(target) ? 0.35 : 0
  return Math.min(0.99, dice + contained)
}

function bigrams(text: string): Set<string> {
  const padded = ` ${text} `
  const grams = new Set<string>()
  for (let start = 0; start < padded.length - 1; start++) grams.add(padded.slice(start, start + 2))
  return grams
}
