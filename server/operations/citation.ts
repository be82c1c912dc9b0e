import type { z } from 'zod'
import { placeInText, sectionIn } from '../engine/book.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { verdictOutput } from './verdict-schema.ts'

/** The source of a finding: document, section and table as printed (`HE 1, 3.1.1, Tabla 3.1.1.a-HE1`), and the paragraph that the rule expresses. */
export function citationOf(
  { loaded }: Pick<Finding, 'loaded'>,
  verdict: Pick<Verdict, 'editions'>,
  kb: KnowledgeBase,
): z.input<typeof verdictOutput>['sources'][number] {
  const { rule, document } = loaded
  const version = verdict.editions.get(document)?.version ?? rule.editions.at(-1) ?? ''
  const section = sectionIn(kb.book, document, rule.cite.section, version)
  const collection = kb.book.documents.get(document)?.collection ?? ''
  const { paragraph: name } = rule.cite
  const statement = name === undefined ? undefined : kb.articles.paragraph({ document, section: rule.cite.section, version, name })
  return {
    code_slug: document,
    section: placeInText(section?.number ?? rule.cite.section, rule.cite.locator),
    section_slug: rule.cite.section,
    version,
    title: section?.title ?? rule.title,
    url: `/api/v1/normativa/${collection}/${document}/${rule.cite.section}?version=${encodeURIComponent(version)}`,
    verification: rule.verification,
    ...(statement === undefined ? {} : { statement }),
  }
}
