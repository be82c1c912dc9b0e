import { z } from 'zod'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { fold } from '../../server/engine/fold.ts'
import { quantitiesIn } from '../../server/engine/quantities.ts'
import { convert } from '../../server/engine/unit.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'

/** The format of `questions_dev_2.json`: questions with the figures, words and verdict that their answer must have. */
export const keyedFile = z.object({
  set: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      lang: z.string(),
      style: z.string(),
      question: z.string(),
      geo_id: z.string().nullable(),
      expect: z.object({
        answerable: z.boolean(),
        document: z.string().nullable(),
        section: z.string().nullable(),
        figures: z.array(z.object({ op: z.string(), value: z.union([z.number(), z.string()]), unit: z.string(), when: z.string().nullish() })),
        verdict: z.enum(['COMPLIANT', 'NON_COMPLIANT']).nullable(),
        must_say: z.array(z.string()),
        must_not_say: z.array(z.string()),
      }),
    }),
  ),
})
export type KeyedQuestion = z.infer<typeof keyedFile>['items'][number]

/** The documents of the part held out: nothing is fitted on their questions. Chosen by the hash of the slug among those with fewer than 60. */
export const heldOut = new Set([
  'ley-3-1998',
  'ley-foral-12-2018',
  'cte-db-he',
  'ley-7-2022',
  'rd-105-2008',
  'ley-1-1994',
  'loe',
  'cte-db-se',
  'ley-5-1995-murcia',
  'ncse-02',
  'cte-db-se-ae',
])

/** What the grader needs of an answer of `ask`. */
export interface Answer {
  readonly answer: string
  readonly kind: string
  readonly verdict: string | null
  readonly sources: readonly { readonly code_slug: string; readonly section: string; readonly excerpt: string }[]
  readonly figures: readonly {
    readonly rule: string
    readonly unit: string
    readonly verdict: string | null
    readonly bounds: readonly { readonly value: number | string }[]
  }[]
}

/** `right`: document and figures agree. `wrong`: figures are stated, none of them expected, or the verdict is the opposite. */
export interface Grade {
  readonly mark: 'right' | 'part' | 'wrong' | 'refused' | 'other'
  readonly verdict: 'right' | 'wrong' | 'none'
  readonly isDocument: boolean
  /** True for a refusal that quotes every figure asked for among the nearest articles. */
  readonly isShown: boolean
}

/** Compares an answer with its key. A trap is right if it is refused, or if it says what its key asks. */
export function grade(kb: KnowledgeBase, { expect }: KeyedQuestion, answer: Answer): Grade {
  const isDocument = answer.sources.some(({ code_slug }) => code_slug === expect.document || code_slug.startsWith(`${expect.document}-`))
  const said = statedNumbers(kb, answer)
  const numbers = expect.must_say.filter((text) => /\d/.test(text))
  const isSaid = (text: string): boolean => fold(answer.answer).includes(fold(text)) || hasNumber(said, text)
  const hits = numbers.filter(isSaid).length
  const figures = expect.figures.filter(({ value, unit }) => isStated(kb, said, value, unit)).length
  const verdict = expect.verdict === null || answer.verdict === null ? 'none' : answer.verdict === expect.verdict ? 'right' : 'wrong'
  const refused = answer.kind === 'refusal'
  const wanted = numbers.length > 0 ? numbers.length : expect.figures.length
  const found = numbers.length > 0 ? Math.max(hits, figures === expect.figures.length ? numbers.length : 0) : figures
  const rest = { verdict, isDocument, isShown: refused && wanted > 0 && found === wanted } as const
  if (!expect.answerable) return { ...rest, mark: refused ? 'right' : answer.figures.length > 0 ? 'wrong' : 'other', verdict: 'none' }
  if (refused) return { ...rest, mark: 'refused' }
  if (verdict === 'wrong') return { ...rest, mark: 'wrong' }
  if (isDocument && found === wanted && (wanted > 0 || isSection(expect.section, answer))) return { ...rest, mark: 'right' }
  // An answer that only says which datum is missing states no figure.
  if (answer.figures.some(({ bounds }) => bounds.length > 0) && found === 0 && figures === 0) return { ...rest, mark: 'wrong' }
  return { ...rest, mark: isDocument && found + figures > 0 ? 'part' : 'other' }
}

/** True if a source is the section of the key, or lies within it. */
function isSection(section: string | null, { sources }: Answer): boolean {
  const plain = (text: string): string =>
    fold(text)
      .replace(/\b(art[a-z]*|apartado|punto|tabla)\b/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return (
    section !== null && sources.some((source) => plain(section).startsWith(plain(source.section)) || plain(source.section).startsWith(plain(section)))
  )
}

interface Stated {
  readonly value: number
  readonly unit: string | undefined
}

function statedNumbers(kb: KnowledgeBase, answer: Answer): Stated[] {
  const written = quantitiesIn(answer.answer, kb.book.units).map(({ text, unit }) => ({ value: Number(text.replace(',', '.')), unit: unit?.text }))
  const own = answer.figures.flatMap(({ bounds, unit }) => bounds.flatMap(({ value }) => (typeof value === 'number' ? [{ value, unit }] : [])))
  return [...written, ...own]
}

function hasNumber(said: readonly Stated[], text: string): boolean {
  const value = Number(
    /\d+(?:\.\d{3})*(?:[.,]\d+)?/
      .exec(text)?.[0]
      .replace(/\.(?=\d{3}\b)/g, '')
      .replace(',', '.'),
  )
  return said.some((one) => Math.abs(one.value - value) < 1e-9)
}

function isStated({ book }: KnowledgeBase, said: readonly Stated[], value: number | string, unit: string): boolean {
  const wanted = Number(value)
  if (Number.isNaN(wanted)) return false
  const own = book.units.parse(unit.replace('m2', 'm²').replace('m3', 'm³'))
  return said.some((one) => {
    if (Math.abs(one.value - wanted) < 1e-9) return true
    const other = one.unit === undefined ? undefined : book.units.parse(one.unit)
    if (own === undefined || other === undefined || own.kind !== other.kind) return false
    return Math.abs(Number(convert(parseDecimal(String(one.value)), other, own).valueOf()) - wanted) < 1e-9
  })
}
