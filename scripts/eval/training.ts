import { figureOf } from '../../server/ask/figures.ts'
import type { Ranked, Ranker } from '../../server/ask/ranker.ts'
import { slotReader } from '../../server/ask/slots.ts'
import { toSpanish } from '../../server/ask/to-spanish.ts'
import { boundsText } from '../../server/engine/bounds-text.ts'
import { fold } from '../../server/engine/fold.ts'
import { quantitiesIn } from '../../server/engine/quantities.ts'
import type { AnswerUnit } from '../../server/kb/answer-index.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { placeAsked } from '../../server/operations/ask-place.ts'
import { placeFor } from '../../server/operations/place-for.ts'
import type { KeyedQuestion } from './keyed-questions.ts'

/** One question for fitting: its candidates' features, and how well each answers (0..1). `fold`: what cross-validation keeps together. */
export interface Example {
  readonly id: string
  readonly fold: string
  readonly candidates: readonly { readonly features: readonly number[]; readonly label: number; readonly what: string }[]
}

/** Makes examples of keyed questions: a candidate answers as far as the numbers asked for stand in what it would say. */
export function examplesOf(kb: KnowledgeBase, ranker: Ranker, items: readonly KeyedQuestion[]): Example[] {
  const reader = slotReader(kb)
  return items.flatMap((item): Example[] => {
    const { expect } = item
    if (!expect.answerable || expect.document === null || expect.document === '') return []
    const question = toSpanish(item.question, kb).text
    const slots = reader.read(question)
    const asked = placeAsked(kb, slots.place, item.geo_id ?? undefined)
    const place = asked.kind === 'place' ? asked.place : undefined
    const day = kb.meta.referenceDate
    const ranked = ranker.rank({ question, slots, ccaa: place?.record.ccaa ?? null, day, documents: [] })
    const wanted = new Set([
      ...expect.must_say.filter((text) => /\d/.test(text)).flatMap((text) => numbersIn(kb, text)),
      ...expect.figures.map(({ value }) => Number(value)),
    ])
    const query = { slots, place, judgedAt: place ?? placeFor(kb, 'ES'), judgedBy: [], day, documents: [] }
    return [
      {
        id: item.id,
        fold: expect.document,
        candidates: ranked.map((one) => ({
          features: one.features,
          label: labelOf(kb, one, item, wanted, query),
          what: `${one.unit.document} ${one.unit.section} ${one.unit.kind === 'rule' ? one.unit.body : ''}`,
        })),
      },
    ]
  })
}

function labelOf(
  kb: KnowledgeBase,
  { unit, rule }: Ranked,
  { expect }: KeyedQuestion,
  wanted: ReadonlySet<number>,
  query: Parameters<typeof figureOf>[2],
): number {
  if (unit.document !== expect.document && !unit.document.startsWith(`${expect.document}-`)) return 0
  const number = kb.book.sections.get(`${unit.document}/${unit.section}`)?.[0]?.number ?? ''
  const isSection = sameSection(number, expect.section ?? '')
  const text = rule === undefined ? unit.body : answerText(kb, rule, query)
  const said = new Set(numbersIn(kb, text))
  const hits = [...wanted].filter((one) => said.has(one)).length
  if (wanted.size === 0) return isSection ? 1 : 0
  return (hits / wanted.size) * (isSection ? 1 : 0.5)
}

function answerText(kb: KnowledgeBase, rule: NonNullable<Ranked['rule']>, query: Parameters<typeof figureOf>[2]): string {
  const answer = figureOf(kb.book, rule, query)
  return answer === undefined ? '' : [boundsText(answer.bounds, ''), ...answer.byMissing.map(({ bounds }) => boundsText(bounds, ''))].join('; ')
}

function numbersIn(kb: KnowledgeBase, text: string): number[] {
  return quantitiesIn(text, kb.book.units).map((quantity) => Number(quantity.text.replace(',', '.')))
}

/** True if one section is the other, or lies within it. */
function sameSection(one: string, other: string): boolean {
  const plain = (text: string): string =>
    fold(text)
      .replace(/\b(art[a-z]*|apartado|punto|tabla|db)\b/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const [left, right] = [plain(one), plain(other)]
  return left !== '' && right !== '' && (`${left} `.startsWith(`${right} `) || `${right} `.startsWith(`${left} `))
}

/** Every how many units one has a question left out, to fit on. */
const oneIn = 6

/** The units without one question of each third rule, and the questions left out, by the unit that they were asked of. */
export function leaveOut(units: readonly AnswerUnit[]): {
  readonly units: readonly AnswerUnit[]
  readonly left: readonly { readonly unit: AnswerUnit; readonly question: string }[]
} {
  const left: { unit: AnswerUnit; question: string }[] = []
  const kept = units.map((unit, position) => {
    if (position % oneIn !== 0 || unit.asked.length < 3) return unit
    const out = (position / oneIn) % unit.asked.length
    left.push({ unit, question: unit.asked[out] ?? '' })
    return { ...unit, asked: unit.asked.filter((_, index) => index !== out) }
  })
  return { units: kept, left }
}

/** Makes examples of questions left out: only their own rule answers them. */
export function examplesOfLeft(kb: KnowledgeBase, ranker: Ranker, left: ReturnType<typeof leaveOut>['left']): Example[] {
  const reader = slotReader(kb)
  return left.map(({ unit, question }) => {
    const slots = reader.read(question)
    const ccaa = kb.book.documents.get(unit.document)?.ccaa ?? null
    const ranked = ranker.rank({ question, slots, ccaa, day: kb.meta.referenceDate, documents: [] })
    return {
      id: `${unit.body}: ${question}`,
      fold: unit.document,
      candidates: ranked.map((one) => ({
        features: one.features,
        label: one.unit.body === unit.body && one.unit.document === unit.document ? 1 : 0,
        what: one.unit.body,
      })),
    }
  })
}
