import { isDeciding } from '../../server/engine/deciding.ts'
import type { Article } from './article.ts'
import { specsOf } from './meaning.ts'
import type { LocatedRule, ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Words by which a text brings in a limit that stands elsewhere. */
const references = [
  /\b(?:no (?:menor|inferior|mayor|superior)(?:es)?|como m[ií]nimo|al menos|igual|mayor|menor)(?: o (?:igual|mayor|menor))?(?: que| a|,)? (?:el|la|lo|los|las|al|a la|a lo|a los|a las)? ?(?:que )?(?:establecid|indicad|exigid|fijad|señalad|determinad|que se (?:establece|indica|exige|fija|señala))\w*/i,
  /\badem[aá]s\b/i,
  /\bsin perjuicio de\b/i,
  /\b(?:seg[uú]n|conforme a|de acuerdo con|lo (?:dispuesto|establecido|indicado|exigido) en|debe(?:n|rá|rán)? cumplir(?:se)?|cumplir[aá]n?|cumplen?) (?:lo (?:establecido|dispuesto|indicado|exigido) en |las? (?:condiciones|exigencias) (?:de|del|que (?:se )?(?:establecen?|fijan?) en) |con |también )*(?:el |la |los |las )?(?:DB[- ]?[A-Z]{2}|SUA|RITE|REBT|RSCIEI|CTE)\b/i,
] as const

/** A limit that the text finds elsewhere stands in the rule, as `ademas` or in its formula, or somebody has seen that it changes nothing (`remite`). */
export function checkReferences(sources: SourceFolder, documents: readonly ReadDocument[], articles: ReadonlyMap<string, Article>): void {
  for (const { rules, tables } of documents) {
    const deciding = rules.filter(({ value }) => isDeciding(value))
    const byParagraph = Map.groupBy(deciding, ({ file, value }) => `${file}#${value.cite.paragraph}`)
    for (const own of byParagraph.values()) {
      const [first] = own
      if (first === undefined || own.some(isAnswered)) continue
      const text = articles.get(first.file)?.paragraphs.get(first.value.cite.paragraph ?? '') ?? ''
      const word = found(text)
      if (word !== undefined)
        sources.report(
          first.file,
          first.line,
          `paragraph ${first.value.cite.paragraph} refers to another limit ("${word}"): say which, as "ademas", or why it changes none, as "remite"`,
        )
    }
    for (const table of tables) {
      const readers = deciding.filter(({ value }) => specsOf(value.value).some((spec) => 'table' in spec && spec.table === table.value.table))
      if (readers.length === 0 || table.refers !== undefined || readers.every(isAnswered)) continue
      for (const note of table.value.notes) {
        const word = found(note)
        if (word !== undefined)
          sources.report(
            table.file,
            table.line,
            `a note refers to another limit ("${word}"): say which in the rules that read the table, as "ademas", or why it changes none, as "remite": ${note.slice(0, 60)}…`,
          )
      }
    }
  }
}

function isAnswered({ value, reasons }: LocatedRule): boolean {
  return (
    value.besides.length > 0 ||
    reasons.refers !== undefined ||
    specsOf(value.value).some((spec) => 'formula' in spec && /\b(min|max)\(/.test(spec.formula))
  )
}

function found(text: string): string | undefined {
  for (const pattern of references) {
    const word = pattern.exec(text)?.[0]
    if (word !== undefined) return word
  }
  return undefined
}
