import type { Book } from '../../server/engine/book.ts'
import { fold } from '../../server/engine/fold.ts'
import { quantitiesIn } from '../../server/engine/quantities.ts'
import type { Rule, ValueSpec } from '../../server/engine/schema.ts'
import { type AskedFile, lineOfQuestion } from './read-asked.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Least number of questions of a rule or an article. */
const leastQuestions = 4
/** An article with less text than this, and no rule, is a heading: nobody asks for it. */
const headingLength = 80

/**
 * In a base with questions, every rule and every article in force has some; each stands once in the base; none holds the figure of its rule; each file
 * and rule named is there.
 */
export function checkAsked(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  const seen = new Map<string, string>()
  if (documents.every(({ asked }) => asked.length === 0)) return
  for (const document of documents) {
    const articles = new Map(document.sections.map((section) => [articleName(section.file), section]))
    const byArticle = new Map(document.asked.map((asked) => [asked.article, asked]))
    for (const asked of document.asked) {
      if (!articles.has(asked.article)) sources.report(asked.file, 1, `no article "${asked.article}" in ${document.folder}/sections`)
      checkUnique(sources, asked, seen)
    }
    const latest = book.documents.get(document.source.slug)?.editions.at(-1)?.version ?? ''
    const questions = new Map(document.asked.flatMap((asked) => [...asked.rules].map(([rule, own]) => [rule, { asked, own }] as const)))
    for (const { value, file } of document.rules) {
      const entry = questions.get(value.id)
      if (entry !== undefined) checkFigure(sources, value, entry.asked, book)
      if (!value.editions.includes(latest) || value.verification === 'unverified') continue
      const count = entry?.own.length ?? 0
      if (count < leastQuestions) sources.report(file, 1, `rule "${value.id}" has ${count} questions in asked/: write ${leastQuestions} or more`)
    }
    const known = new Set(document.rules.map(({ value }) => value.id))
    for (const asked of document.asked)
      for (const rule of asked.rules.keys())
        if (!known.has(rule)) sources.report(asked.file, lineOfQuestion(sources, asked, rule, 0), `no rule "${rule}" in this document`)
    for (const [name, { file, value }] of articles) {
      if (!value.editions.includes(latest) || isHeading(value)) continue
      const count = byArticle.get(name)?.section.length ?? 0
      if (count < leastQuestions) sources.report(file, 1, `the article has ${count} questions in asked/: write ${leastQuestions} or more`)
    }
  }
}

/** True for an article without text of its own: links and a heading. */
function isHeading({ body, blocks }: ReadDocument['sections'][number]['value']): boolean {
  return blocks.length === 0 && body.replace(/\[[^\]]*\]\([^)]*\)|\{#[^}]*\}/g, '').trim().length < headingLength
}

function articleName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -'.md'.length)
}

function checkUnique(sources: SourceFolder, asked: AskedFile, seen: Map<string, string>): void {
  for (const [rule, questions] of [[undefined, asked.section] as const, ...asked.rules]) {
    for (const [index, question] of questions.entries()) {
      const key = fold(question)
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
      const other = seen.get(key)
      if (other !== undefined) sources.report(asked.file, lineOfQuestion(sources, asked, rule, index), `"${question}" stands in ${other} too`)
      seen.set(key, `${asked.file}, ${rule ?? 'section'}`)
    }
  }
}

/** No question holds the figure that answers it. Figures of tables and formulas are not looked for: a question may state the case that gives them. */
function checkFigure(sources: SourceFolder, rule: Rule, asked: AskedFile, { units }: Book): void {
  const ends: readonly ValueSpec[] = 'min' in rule.value && 'max' in rule.value ? [rule.value.min, rule.value.max] : [rule.value as ValueSpec]
  const figures = ends.flatMap((end) => ('const' in end && /^\d+(\.\d+)?$/.test(end.const) ? [Number(end.const)] : []))
  if (figures.length === 0) return
  for (const [index, question] of (asked.rules.get(rule.id) ?? []).entries())
    for (const { text, unit, isWord } of quantitiesIn(question, units))
      if (!isWord && figures.includes(Number(text.replace(',', '.'))) && (unit === undefined || unit.text === units.parse(rule.unit)?.text))
        sources.report(asked.file, lineOfQuestion(sources, asked, rule.id, index), `"${question}" holds ${text}, the figure of "${rule.id}"`)
}
