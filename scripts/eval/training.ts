import { openAskIndex } from '../../server/ask/ask-index.ts'
import { beyondTheBase, withoutNames } from '../../server/ask/beyond.ts'
import type { Ranked, Ranker } from '../../server/ask/ranker.ts'
import { slotReader } from '../../server/ask/slots.ts'
import { toSpanish } from '../../server/ask/to-spanish.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { placeAsked } from '../../server/operations/ask-place.ts'
import { replyTo } from '../../server/operations/ask-reply.ts'
import { type Grade, grade, type KeyedQuestion } from './keyed-questions.ts'

/** One question for fitting: its candidates' features, and how well each answers (0..1). `fold`: what cross-validation keeps together. */
export interface Example {
  readonly id: string
  readonly fold: string
  readonly candidates: readonly { readonly features: readonly number[]; readonly label: number; readonly what: string }[]
}

/** Candidates of a question that are tried as the first. */
const mostTried = 40

/** What an answer is worth. */
const worth: Readonly<Record<Grade['mark'], number>> = { right: 1, part: 0.4, other: 0, wrong: 0, refused: 0 }

/** Makes examples of keyed questions. A candidate is worth what the whole answer is worth that begins with it. */
export function examplesOf(kb: KnowledgeBase, ranker: Ranker, items: readonly KeyedQuestion[]): Example[] {
  const reader = slotReader(kb)
  // Every candidate may answer, however low its score.
  const bold: KnowledgeBase = { ...kb, ranking: { ...kb.ranking, least_score: Number.NEGATIVE_INFINITY } }
  return items.flatMap((item): Example[] => {
    if (!item.expect.answerable) return []
    const { text: spanish, unread } = toSpanish(item.question, kb)
    const beyond = beyondTheBase(kb, spanish)
    const question = beyond?.instead === undefined ? spanish : withoutNames(spanish, beyond)
    const slots = reader.read(question)
    const asked = placeAsked(kb, slots.place, item.geo_id ?? undefined)
    const day = kb.meta.referenceDate
    const ranked = ranker.rank({ question, slots, ccaa: asked.kind === 'place' ? (asked.place?.record.ccaa ?? null) : null, day, documents: [] })
    const labelOf = (first: Ranked): number => {
      const others = ranked.filter((one) => one !== first)
      const order = [{ ...first, score: ranked[0]?.score ?? 0 }, ...others]
      const reply = replyTo(
        bold,
        { slots: reader, zones: { read: () => undefined }, ranker: { ...ranker, rank: () => order }, asked: openAskIndex(kb).asked },
        { question, slots, asked, day, documents: [], beyond, unread },
      )
      return worth[grade(kb, item, { ...reply, answer: `${reply.answer}\n${reply.quoted ?? ''}` }).mark]
    }
    const candidates = ranked.slice(0, mostTried).map((one) => ({
      features: one.features,
      label: labelOf(one),
      what: `${one.unit.document} ${one.unit.section} ${one.unit.kind === 'rule' ? one.unit.body : ''}`,
    }))
    return [{ id: item.id, fold: item.expect.document ?? '', candidates }]
  })
}
