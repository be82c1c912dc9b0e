/** Folds case and accents: `Cádiz` → `cadiz`. The basis of every comparison of names. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
