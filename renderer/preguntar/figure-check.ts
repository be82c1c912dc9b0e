import { readTypedNumber } from '../../server/engine/typed-number.ts'
import type { Outputs } from '../api.ts'
import { type Check, emptyCheck } from '../verificar/check.ts'
import type { Figure } from './answer-parts.ts'

type ArticleRule = Outputs['getArticle']['rules'][number]

/** The check of a figure: element and parameter of its rule, the place of the answer, and the value if the question has exactly one in that unit. Undefined without a rule. */
export function checkOfFigure(
  figure: Figure,
  rules: readonly ArticleRule[],
  { place, question }: { readonly place: string; readonly question: string },
): Check | undefined {
  const rule = rules.find(({ id }) => id === figure.rule)
  const [element] = rule?.element ?? []
  if (rule === undefined || element === undefined) return undefined
  return { ...emptyCheck, place, element, parameter: rule.parameter, unit: rule.unit, value: onlyValue(question, rule.unit) }
}

/** The only number of a text that is followed by a unit; empty if there is none, if there are several, or if it can be read in two ways. */
function onlyValue(text: string, unit: string): string {
  if (unit === '' || unit === '1') return ''
  const plain = (one: string) => one.replaceAll('²', '2').replaceAll('³', '3').toLowerCase()
  const escaped = plain(unit).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const values = [...plain(text).matchAll(new RegExp(`(?<![\\d.,])(\\d+(?:[.,]\\d+)?)\\s*${escaped}(?![\\p{L}\\d])`, 'gu'))].map(
    (match) => match[1] ?? '',
  )
  const [value = ''] = values
  return values.length === 1 && readTypedNumber(value).kind === 'number' ? value : ''
}
