import { withComma } from '../engine/decimal.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Family } from './choose.ts'
import { boundsText, citationText, conditionsText, type FigureAnswer } from './figures.ts'
import type { Slots } from './slots.ts'

/** Longest quotation of a paragraph. A longer one is shortened to the lines with most words of the question. */
const longestQuotation = 900

/**
 * The verdict on a family: a bound that binds for certain and is not met decides; else all its cases must agree. Undefined if the case decides, or if
 * nothing is judged.
 */
export function familyVerdict({ cases }: Family): FigureAnswer['verdict'] {
  if (cases.some(({ verdict, unsettled }) => verdict === 'NON_COMPLIANT' && unsettled.length === 0)) return 'NON_COMPLIANT'
  if (cases.some(({ loaded, verdict }) => loaded.rule.kind === 'limit' && verdict === undefined)) return undefined
  const verdicts = new Set(cases.flatMap(({ verdict }) => verdict ?? []))
  const [only] = verdicts
  return verdicts.size === 1 ? only : undefined
}

/** A family in words: the verdict first if there is one, then the figure, or a table of cases with what decides between them. */
export function familyText(kb: KnowledgeBase, family: Family, slots: Slots, where: string): string {
  const { best, cases, more } = family
  const judged = best.value ?? cases.find((one) => one.value !== undefined)?.value
  const verdict = familyVerdict(family)
  const value = judged === undefined ? slots.classes.join(', ') : `${withComma(judged.text)} ${judged.unit?.text ?? best.loaded.rule.unit}`.trim()
  const lead = verdict === 'COMPLIANT' ? `${value} cumple. ` : verdict === 'NON_COMPLIANT' ? `${value} no cumple. ` : ''
  const [only] = cases
  if (cases.length === 1 && only !== undefined) return `${lead}${singleText(kb, only, where)}`
  const lines = cases.map((one) => `\n- ${caseText(kb, one)}`).join('')
  const names = [...new Set(cases.flatMap(({ unsettled, missing }) => [...unsettled, ...missing]))].flatMap(
    (name) => kb.book.dimensions.byId.get(name)?.label.toLowerCase() ?? [],
  )
  const open = names.length === 0 ? '' : `\nLo decide: ${names.slice(0, 4).join('; ')}.`
  const left = more === 0 ? '' : `\n${more === 1 ? 'Hay un caso más' : `Hay ${more} casos más`} en el apartado.`
  return `${lead}${nameOf(kb, best)}${where} (${citationText(kb.book, best)}):${lines}${left}${open}`
}

function singleText(kb: KnowledgeBase, figure: FigureAnswer, where: string): string {
  const { rule } = figure.loaded
  const cite = citationText(kb.book, figure)
  if (figure.missing.length > 0) {
    const names = figure.missing.map((name) => kb.book.dimensions.byId.get(name)?.label.toLowerCase() ?? name).join(', ')
    const table = figure.byMissing.map(({ label, bounds }) => `\n- ${label}: ${boundsText(bounds, rule.unit)}`).join('')
    return `${rule.title}: depende de ${names}${table === '' ? ', que la pregunta no indica' : `:${table}\n`} (${cite}).`
  }
  const conditions = conditionsText(kb.book, figure)
  return `${rule.title}${where}: ${boundsText(figure.bounds, rule.unit)}${conditions === '' ? '' : `, con ${conditions}`} (${cite}).`
}

function caseText(kb: KnowledgeBase, figure: FigureAnswer): string {
  const { rule } = figure.loaded
  const conditions = conditionsText(kb.book, figure)
  const figures =
    figure.missing.length > 0
      ? figure.byMissing.map(({ label, bounds }) => `${label}, ${boundsText(bounds, rule.unit)}`).join('; ') ||
        `depende de ${figure.missing.map((name) => kb.book.dimensions.byId.get(name)?.label.toLowerCase() ?? name).join(', ')}`
      : boundsText(figure.bounds, rule.unit)
  return `${rule.title}: ${figures}${conditions === '' ? '' : `, con ${conditions}`}`
}

/** `Barrera de protección, altura`: what a table of cases is about. */
function nameOf({ book }: KnowledgeBase, { loaded: { rule } }: FigureAnswer): string {
  const element = book.elements.byId.get(rule.element[0] ?? '')?.label ?? rule.element[0]
  return `${element}, ${(book.parameters.byId.get(rule.parameter)?.label ?? rule.parameter).toLowerCase()}`
}

/** A paragraph shortened to its first line and the lines that share most words with the question, in their order. */
export function quotation(text: string, isWanted: (line: string) => number): string {
  if (text.length <= longestQuotation) return text
  const lines = text.split('\n')
  const order = lines.map((line, position) => ({ line, position, worth: position === 0 ? Number.POSITIVE_INFINITY : isWanted(line) }))
  const kept: typeof order = []
  let length = 0
  for (const one of order.sort((left, right) => right.worth - left.worth || left.position - right.position)) {
    if (length > 0 && length + one.line.length > longestQuotation) continue
    kept.push(one)
    length += one.line.length
  }
  const shown = kept.sort((left, right) => left.position - right.position)
  return shown.map(({ line, position }, index) => (index > 0 && position !== (shown[index - 1]?.position ?? 0) + 1 ? `…\n${line}` : line)).join('\n')
}
