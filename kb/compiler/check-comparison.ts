import { isDeciding } from '../../server/engine/deciding.ts'
import type { Rule } from '../../server/engine/schema.ts'
import type { Article } from './article.ts'
import { specsOf } from './meaning.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

type Side = 'min' | 'max' | 'over' | 'under'

/** Words of comparison, the longest first: `min` and `max` include the limit, `over` and `under` do not. */
const words: readonly (readonly [pattern: RegExp, side: Side])[] = [
  [
    /(?:igual o (?:mayor|superior)|(?:mayor|superior|m[aá]s alt[oa]|posterior)(?:es)? o igual|no (?:sea |ser[aá] |es |son |ser |puede ser |podr[aá] ser |debe ser |baja[n]? de |menos de )?(?:menor|inferior)(?:es)?|no (?:baja|menos de)|como m[ií]nimo|al menos|por lo menos|m[ií]nim[oa]s?|a partir de|o m[aá]s\b|≥|igualar? o superar?)/gi,
    'min',
  ],
  [
    /(?:igual o (?:menor|inferior)|(?:menor|inferior)(?:es)? o igual|no (?:sea |ser[aá] |es |son |ser |puede ser |podr[aá] ser |debe ser )?(?:mayor|superior)(?:es)?|no (?:debe |puede |podr[aá] |pueden |deben )?(?:exced\w+|supera\w*|pasa\w*|m[aá]s de|rebasa\w*)|sin (?:superar|exceder|pasar|rebasar)|ni supera\w*|como m[aá]ximo|a lo sumo|m[aá]xim[oa]s?|hasta|o menos\b|≤)/gi,
    'max',
  ],
  [/(?:mayor(?:es)? (?:que|de|a)\b|superior(?:es)? a|m[aá]s de|exced\w+(?: de)?|supera\w*|>)/gi, 'over'],
  [/(?:menor(?:es)? (?:que|de|a)\b|inferior(?:es)? a|menos de|<)/gi, 'under'],
]

/** The words around a figure must compare as the rule does: side, and whether the limit itself is met. */
export function checkComparison(sources: SourceFolder, documents: readonly ReadDocument[], articles: ReadonlyMap<string, Article>): void {
  for (const { rules } of documents)
    for (const { file, line, value: rule, reasons } of rules) {
      if (!isDeciding(rule) || (rule.bound !== 'min' && rule.bound !== 'max') || reasons.comparison !== undefined) continue
      const text = articles.get(file)?.paragraphs.get(rule.cite.paragraph ?? '')
      const said = new Set(clausesWith(rule, text ?? '').flatMap(sidesIn))
      const own = sideOf(rule)
      if (said.size > 0 && !said.has(own))
        sources.report(
          file,
          line,
          `rule "${rule.id}" is "${own}", but its paragraph says "${[...said].join('", "')}" of the figure: mend the rule, or say why they agree, as "comparacion"`,
        )
    }
}

function sideOf({ bound, strict }: Rule): Side {
  return bound === 'min' ? (strict ? 'over' : 'min') : strict ? 'under' : 'max'
}

/** The clauses of a paragraph that hold a figure of the rule. */
function clausesWith(rule: Rule, text: string): string[] {
  const figures = specsOf(rule.value).flatMap((spec) => ('const' in spec ? [spec.const] : []))
  const patterns = figures.map((figure) => {
    const [whole = '', decimals = ''] = figure.split('.')
    const digits = decimals.replace(/0+$/, '')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '[. \\u00a0]?')
    return new RegExp(`(?<![\\d,.])${grouped}${digits === '' ? '(?:,0+)?' : `,${digits}0*`}(?![\\d]|,\\d)`)
  })
  const clauses = text.split(/[;:\n]|\.\s|,\s|\s(?:y|e|salvo|excepto)\s/)
  return clauses.filter((clause) => patterns.some((pattern) => pattern.test(clause)))
}

function sidesIn(clause: string): Side[] {
  const sides: Side[] = []
  let rest = clause
  for (const [pattern, side] of words) {
    if (rest.search(pattern) >= 0) sides.push(side)
    rest = rest.replace(pattern, ' ')
  }
  return sides
}
