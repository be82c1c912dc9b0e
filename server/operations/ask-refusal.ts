import { quotation, shortQuotation } from '../ask/answer-text.ts'
import { frameOf } from '../ask/frame.ts'
import type { Ranked } from '../ask/ranker.ts'
import { findArticles } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { snippetOf } from '../kb/snippet.ts'
import type { Question } from './ask-question.ts'
import type { AskReply } from './ask-schema.ts'
import { sourceOf, textOf, versionOn, wantedIn } from './ask-sources.ts'

/** Least score at which paragraphs are offered as the nearest thing, when nothing is sure enough to answer. */
const leastOffered = 0

/** The reason of a refusal: something is near, or nothing is. */
export function notSure(kb: KnowledgeBase, ranked: readonly Ranked[]): string {
  return (ranked[0]?.score ?? 0) >= leastOffered && ranked.length > 0 ? frameOf(kb).notSure : frameOf(kb).notFound
}

/** No answer, and why; with the three nearest articles, each with its words: those ranked first, or else those that search finds. */
export function refusal(kb: KnowledgeBase, question: Question, why: string, ranked: readonly Ranked[]): AskReply {
  const near = nearest(kb, question, ranked)
  const found = near.length > 0 ? near : searched(kb, question)
  return withoutAnswer(
    `${why}.${found.length === 0 ? '' : ` ${frameOf(kb).seeHere}${found.map(({ title, snippet }) => `\n- ${title}: «${shortQuotation(snippet, wantedIn(question.slots))}»`).join('')}`}`,
    found,
  )
}

/** A refusal with its reason and what to look at. */
export function withoutAnswer(answer: string, suggestions: AskReply['suggestions']): AskReply {
  return { answer, sources: [], grounded: false, kind: 'refusal', verdict: null, assumes: [], figures: [], suggestions }
}

type Suggestion = AskReply['suggestions'][number]

/** The articles of the units ranked first, each with the paragraph that was nearest. */
export function nearest(kb: KnowledgeBase, { slots, day }: Question, ranked: readonly Ranked[]): Suggestion[] {
  const wanted = wantedIn(slots)
  const seen = new Set<string>()
  return ranked
    .filter(({ unit, score }) => {
      const key = `${unit.document}/${unit.section}`
      const isNew = score >= leastOffered && !seen.has(key)
      seen.add(key)
      return isNew
    })
    .slice(0, 3)
    .map((one) => {
      const { unit } = one
      const version = versionOn(kb, unit.document, day)
      const text = textOf(kb, one, day)
      const { section_title, url } = sourceOf(kb, { document: unit.document, section: unit.section, version })
      return {
        title: `${kb.book.documents.get(unit.document)?.shortTitle ?? unit.document}, ${section_title}`,
        url,
        snippet: quotation(text, wanted),
      }
    })
}

/** The articles that search finds first, each with its best line. */
function searched(kb: KnowledgeBase, { question, day, documents }: Question): Suggestion[] {
  return findArticles(kb, question, day)
    .filter(({ document }) => documents.length === 0 || documents.includes(document))
    .slice(0, 3)
    .map((one) => {
      const row = kb.articles.wordings(one.document, one.section).find(({ editions }) => editions.includes(one.version))
      const { section_title, url } = sourceOf(kb, one)
      return { title: section_title, url, snippet: snippetOf(row?.plain ?? '', question).snippet }
    })
}
