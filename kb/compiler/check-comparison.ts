import { isDeciding } from '../../server/engine/deciding.ts'
import type { Rule } from '../../server/engine/schema.ts'
import type { Article } from './article.ts'
import { specsOf } from './meaning.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

type Side = 'min' | 'max' | 'over' | 'under'

/** Words of comparison before a figure, the longest first: `min` and `max` include the limit, `over` and `under` do not. */
const before: readonly (readonly [pattern: RegExp, side: Side])[] = [
  [
    /igual o (?:mayor|superior)|(?:mayor|superior)(?:es)? o igual|no (?:\w+ ){0,2}(?:menor|inferior)(?:es)?|no (?:baja|menos)|m[ií]nim[oa]s?|\bal menos|por lo menos|a partir de|(?:baja[r]?|reduc\w+) hasta|≥/gi,
    'min',
  ],
  [
    /igual o (?:menor|inferior)|(?:menor|inferior)(?:es)? o igual|no (?:\w+ ){0,2}(?:mayor|superior)(?:es)?|m[aá]xim[oa]s?|a lo sumo|hasta|≤/gi,
    'max',
  ],
  [/(?:mayor|superior)(?:es)? (?:que|de|a)\b|m[aá]s de|exced\w+|super[ae]\w*|pas[ae]n? de|sobresal\w+|>/gi, 'over'],
  [/(?<!espacio |libre )(?:menor|inferior)(?:es)? (?:que|de|a)\b|menos de|por debajo de|<(?!=)/gi, 'under'],
]

/** The same after it: `0,80 m como mínimo`. */
const after: readonly (readonly [pattern: RegExp, side: Side])[] = [
  [/^[^\d,]{0,30}(?:como m[ií]nimo|por lo menos|o m[aá]s\b|o mayor|de m[ií]nim[oa]\b|m[ií]nim[oa]s?$)/i, 'min'],
  [/^[^\d,]{0,30}(?:como m[aá]ximo|o menos\b|o menor\b|de m[aá]xim[oa]\b|m[aá]xim[oa]s?$)/i, 'max'],
]

/** Words that reverse a comparison: "no more than 5" is at most 5; "needed over 5" is not needed at 5. */
const turned = /\b(?:no|ni|ning[uú]n\w*|nunca|sin|evit\w+|impid\w+|hace falta|obligatori\w+|dej\w+|cabe|si|para)\b/i
const opposite = { over: 'max', under: 'min', min: 'under', max: 'over' } as const

/** The words around a figure must compare as the rule does: side, and whether the limit itself is met. */
export function checkComparison(sources: SourceFolder, documents: readonly ReadDocument[], articles: ReadonlyMap<string, Article>): void {
  for (const { rules } of documents)
    for (const { file, line, value: rule, reasons } of rules) {
      if (!isDeciding(rule) || (rule.bound !== 'min' && rule.bound !== 'max') || reasons.comparison !== undefined) continue
      const said = sidesSaid(rule, articles.get(file)?.paragraphs.get(rule.cite.paragraph ?? '') ?? '')
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

/** How a paragraph compares the figures of a rule, wherever they stand in it. */
function sidesSaid(rule: Rule, text: string): Set<Side> {
  const said = new Set<Side>()
  for (const figure of specsOf(rule.value).flatMap((spec) => ('const' in spec ? [spec.const] : [])))
    for (const sentence of text.split(/[;\n]|\.\s/))
      for (const { index, 0: found } of sentence.matchAll(figurePattern(figure))) {
        // Only the words since the number before it are about this one.
        const own = /(?:^|\d|,\s|\s(?:y|e)\s)((?:(?!\d|,\s|\s(?:y|e)\s).)*)$/.exec(sentence.slice(0, index))?.[1] ?? ''
        // An item of a list is about what the list says: "no se permite: de menos de 5 m".
        const isTurned = turned.test(sentence.slice(0, index)) || (isItem(sentence, text) && turned.test(text.split('\n')[0] ?? ''))
        for (const side of [
          ...sidesIn(own),
          ...after.flatMap(([pattern, one]) => (pattern.test(sentence.slice(index + found.length)) ? [one] : [])),
        ]) {
          said.add(side)
          if (isTurned) said.add(opposite[side])
        }
      }
  return said
}

/** True of a line below the first of its paragraph. */
function isItem(sentence: string, text: string): boolean {
  return text.indexOf('\n') >= 0 && text.indexOf(sentence) > text.indexOf('\n')
}

/** The figure as it is printed: decimal comma, points or spaces between thousands, zeros at its end. */
function figurePattern(figure: string): RegExp {
  const [whole = '', decimals = ''] = figure.split('.')
  const digits = decimals.replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '[. \\u00a0]?')
  return new RegExp(`(?<![\\d,.])${grouped}${digits === '' ? '(?:,0+)?' : `,${digits}0*`}(?!\\d|,\\d)`, 'g')
}

function sidesIn(words: string): Side[] {
  const sides: Side[] = []
  let rest = words
  for (const [pattern, side] of before) {
    if (rest.search(pattern) >= 0) sides.push(side)
    rest = rest.replace(pattern, ' ')
  }
  return sides
}
