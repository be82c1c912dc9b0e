import { z } from 'zod'

const squad = z.object({
  data: z.array(
    z.object({ paragraphs: z.array(z.object({ context: z.string(), qas: z.array(z.object({ id: z.string(), question: z.string() })) })) }),
  ),
})

export interface SquadTask {
  readonly paragraphs: readonly { readonly id: string; readonly text: string }[]
  readonly questions: readonly { readonly text: string; readonly paragraph: string }[]
}

/** Reads a file in SQuAD format as a search task: for each question, find its paragraph. Undefined for another format. */
export function readSquad(json: unknown): SquadTask | undefined {
  const parsed = squad.safeParse(json)
  if (!parsed.success) return undefined
  const all = parsed.data.data.flatMap(({ paragraphs }) => paragraphs)
  return {
    paragraphs: all.map(({ context }, index) => ({ id: `p${index}`, text: context })),
    questions: all.flatMap(({ qas }, index) => qas.map(({ question }) => ({ text: question, paragraph: `p${index}` }))),
  }
}

/** Adds typing errors to a question: removes accents and question marks and makes up to two typos in words of at least six letters. Deterministic. */
export function mistyped(question: string): string {
  let seed = [...question].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  const chance = (below: number): number => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return seed % below
  }
  const makeTypo = (word: string): string => {
    const at = 1 + chance(word.length - 2)
    const letter = 'abcdefghijklmnoprstuvz'[chance(22)] ?? 'a'
    return (
      [
        `${word.slice(0, at)}${word.slice(at + 1)}`,
        `${word.slice(0, at)}${letter}${word.slice(at)}`,
        `${word.slice(0, at)}${letter}${word.slice(at + 1)}`,
        `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`,
      ][chance(4)] ?? word
    )
  }
  const words = unaccented(question).replace(/[¿?]/g, '').split(' ')
  const long = words.flatMap((word, index) => (word.length >= 6 ? [index] : []))
  for (let edits = Math.min(2, long.length); edits > 0; edits--) {
    const [index = 0] = long.splice(chance(long.length), 1)
    words[index] = makeTypo(words[index] ?? '')
  }
  return words.join(' ')
}

/** A text without its accents. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}
