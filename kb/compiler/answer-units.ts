import { type AnswerUnit, type ArticleQuestions, paragraphHeading } from '../../server/kb/answer-index.ts'
import { plainText } from './article.ts'
import type { ReadDocument } from './read-document.ts'
import type { ReadTexts } from './text-indexes.ts'

/** What can answer a question: every rule that is not unverified, and every paragraph of the articles; with the questions that people ask. */
export function answerUnits(compiled: ReadTexts): { readonly units: readonly AnswerUnit[]; readonly articles: readonly ArticleQuestions[] } {
  return {
    units: compiled.documents.flatMap((document) => [...ruleUnits(compiled, document), ...paragraphUnits(compiled, document)]),
    articles: compiled.documents.flatMap((document) => {
      const asked = new Map(document.asked.map((one) => [one.article, one.section]))
      return document.sections.map(({ file, value }) => ({
        document: document.source.slug,
        section: value.section,
        editions: value.editions,
        asked: asked.get(file.slice(file.lastIndexOf('/') + 1, -'.md'.length)) ?? [],
      }))
    }),
  }
}

function ruleUnits({ vocabulary, articles }: ReadTexts, { source, sections, rules, asked }: ReadDocument): AnswerUnit[] {
  const terms = new Map([...vocabulary.elements, ...vocabulary.parameters].map((term) => [term.id, [term.label, ...term.aliases].join(', ')]))
  const dimensions = new Map(vocabulary.dimensions.map((dimension) => [dimension.id, dimension]))
  const questions = new Map(asked.flatMap((one) => [...one.rules]))
  const titles = sectionTitles(sections)
  return rules.flatMap(({ value: rule }) => {
    if (rule.verification === 'unverified') return []
    const home = sections.find(
      ({ value }) => value.section === rule.cite.section && value.editions.some((edition) => rule.editions.includes(edition)),
    )
    const conditions = Object.entries(rule.when).flatMap(([id, test]) => {
      const dimension = dimensions.get(id)
      const values = test.kind === 'in' ? test.values : []
      return [
        dimension?.label ?? '',
        ...(dimension?.type === 'enum' ? dimension.values : [])
          .filter((one) => values.includes(one.id))
          .flatMap(({ label, aliases }) => [label, ...aliases]),
      ]
    })
    return [
      {
        kind: 'rule' as const,
        document: source.slug,
        section: rule.cite.section,
        editions: rule.editions,
        body: rule.id,
        asked: questions.get(rule.id) ?? [],
        name: [rule.title, ...[...rule.element, rule.parameter].map((id) => terms.get(id) ?? '')].join('\n'),
        text: (home === undefined ? undefined : articles.get(home.file)?.paragraphs.get(rule.cite.paragraph ?? '')) ?? '',
        context: [source.short_title, ...titles(rule.cite.section), ...conditions].join(' '),
      },
    ]
  })
}

function paragraphUnits({ articles }: ReadTexts, { source, sections }: ReadDocument): AnswerUnit[] {
  const titles = sectionTitles(sections)
  return sections.flatMap(({ file, value }) =>
    paragraphsOf(articles.get(file)?.content ?? '').map((text) => ({
      kind: 'paragraph' as const,
      document: source.slug,
      section: value.section,
      editions: value.editions,
      body: text,
      asked: [],
      name: [`${value.number} ${value.title}`, paragraphHeading(text)].join('\n'),
      text,
      context: [source.short_title, source.title, ...titles(value.section)].join(' '),
    })),
  )
}

/** Titles of a section and of those that contain it, of one document. */
function sectionTitles(sections: ReadDocument['sections']): (slug: string) => string[] {
  const bySlug = new Map(sections.map(({ value }) => [value.section, value]))
  return (slug) => {
    const titles: string[] = []
    for (let at = bySlug.get(slug), depth = 0; at !== undefined && depth < 8; at = at.parent === null ? undefined : bySlug.get(at.parent), depth++)
      titles.push(at.title)
    return titles
  }
}

/** The paragraphs of an article as plain text: each numbered statement with its points. Lists of links are left out. */
function paragraphsOf(content: string): string[] {
  const blocks: string[][] = []
  for (const line of content.split('\n')) {
    const isNew = /^\S/.test(line)
    if (isNew || blocks.length === 0) blocks.push([line])
    else blocks.at(-1)?.push(line)
  }
  return blocks.map((lines) => plainText(lines.join('\n'))).filter((text) => text !== '' && !/^Véase(?: también)?:/.test(text))
}
