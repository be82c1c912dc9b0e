import { type AnswerUnit, type ArticleQuestions, buildAnswerIndex } from '../../server/kb/answer-index.ts'
import type { Indexed } from '../../server/kb/search-engine.ts'
import { buildIndex, type StoredIndex } from '../../server/kb/search-index.ts'
import type { WordVector } from '../../server/kb/word-vectors.ts'
import { answerUnits } from './answer-units.ts'
import type { Compiled } from './compile.ts'

/** The parts of the base that its indexes of texts are made from. */
export type ReadTexts = Pick<Compiled, 'documents' | 'articles' | 'vocabulary' | 'wordVectors'>

/** What is indexed, as plain data that another thread can be given. */
export interface IndexedTexts {
  readonly articles: readonly Indexed[]
  readonly units: readonly AnswerUnit[]
  readonly questions: readonly ArticleQuestions[]
  readonly vectors: readonly WordVector[]
}

/** The indexes of search and of answers, as the pack keeps them. */
export interface TextIndexes {
  readonly search: StoredIndex
  readonly answers: Uint8Array
}

/** Gathers the texts to index. */
export function indexedTexts(read: ReadTexts): IndexedTexts {
  const { units, articles } = answerUnits(read)
  return { articles: indexedArticles(read), units, questions: articles, vectors: read.wordVectors }
}

/** Indexes the texts. */
export function indexTexts({ articles, units, questions, vectors }: IndexedTexts): TextIndexes {
  return { search: buildIndex(articles), answers: buildAnswerIndex(units, questions, vectors) }
}

/** The newest wording of each section, with the names that its rules and tables go by. */
function indexedArticles({ documents, articles, vocabulary }: ReadTexts): Indexed[] {
  const terms = new Map([...vocabulary.elements, ...vocabulary.parameters].map((term) => [term.id, [term.label, ...term.aliases].join(' ')]))
  return documents.flatMap(({ source, sections, rules, tables, asked }) => {
    const questions = new Map(asked.flatMap((one) => [...one.rules]))
    const bySection = new Map(asked.map((one) => [one.article, one.section]))
    const askedOf = (file: string) => bySection.get(file.slice(file.lastIndexOf('/') + 1, -'.md'.length))
    return sections.map(({ file, value }) => {
      const own = rules.filter(
        (rule) => rule.value.cite.section === value.section && rule.value.editions.some((edition) => value.editions.includes(edition)),
      )
      const names = new Set(own.flatMap(({ value: rule }) => [rule.title, ...[...rule.element, rule.parameter].map((id) => terms.get(id) ?? '')]))
      const captions = tables
        .filter((one) => one.value.section === value.section)
        .map(
          (one) =>
            `${one.value.number} ${one.value.title} ${one.value.rows.map((row) => row.filter((cell) => !/^[-\d.,\s]*$/.test(cell)).join(' ')).join(' ')}`,
        )
      return {
        id: articleId(source.slug, value.section, value.editions),
        number: `${source.short_title} ${value.number}`,
        title: value.title,
        names: [...names, ...captions].join(' '),
        asked: [...(askedOf(file) ?? []), ...own.flatMap(({ value: rule }) => questions.get(rule.id) ?? [])].join(' '),
        text: articles.get(file)?.plain ?? '',
      }
    })
  })
}

/** How the index names a wording: `cte-db-he/he1-3-1-1@2019`, by its first edition. */
function articleId(document: string, slug: string, editions: readonly string[]): string {
  return `${document}/${slug}@${editions[0] ?? ''}`
}
