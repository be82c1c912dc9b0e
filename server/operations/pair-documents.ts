import { z } from 'zod'
import { editionOn, sectionIn } from '../engine/book.ts'
import { isDeciding } from '../engine/deciding.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Pair } from './pair.ts'

/** A document with rules for a pair. */
export const pairDocument = z.object({
  code_slug: z.string(),
  title: z.string(),
  sections: z.array(
    z.object({
      section_slug: z.string(),
      section: z.string().meta({ description: 'Number as printed' }),
      title: z.string(),
      url: z.string(),
      versions: z.array(z.string()).meta({ description: 'Editions in which it has rules for the pair; with `as_of`, the one of that day' }),
      decides: z.boolean().meta({ description: 'True if one of its rules can give a verdict' }),
    }),
  ),
})

type Section = z.input<typeof pairDocument>['sections'][number]

/** The documents and sections that have rules for a pair, in the order of the base. */
export function documentsOf({ rules, asOf }: Pair, { book }: KnowledgeBase): z.input<typeof pairDocument>[] {
  const found = new Map<string, Map<string, Section>>()
  for (const { document, rule } of rules) {
    const known = book.documents.get(document)
    if (known === undefined) continue
    const version = asOf === undefined ? undefined : editionOn(known, asOf)?.version
    const versions = version === undefined ? rule.editions : [version]
    const sections = found.get(document) ?? new Map<string, Section>()
    const { section: slug } = rule.cite
    const before = sections.get(slug)
    const section = sectionIn(book, document, slug, versions.at(-1) ?? '')
    sections.set(slug, {
      section_slug: slug,
      section: section?.number ?? slug,
      title: section?.title ?? rule.title,
      url: `/api/v1/normativa/${known.collection}/${document}/${slug}`,
      versions: [...new Set([...(before?.versions ?? []), ...versions])],
      decides: before?.decides === true || isDeciding(rule),
    })
    found.set(document, sections)
  }
  return [...found].map(([slug, sections]) => ({
    code_slug: slug,
    title: book.documents.get(slug)?.shortTitle ?? slug,
    sections: [...sections.values()],
  }))
}
