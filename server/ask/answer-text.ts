import { boundsText } from '../engine/bounds-text.ts'
import { withComma } from '../engine/decimal.ts'
import { withinSentence } from '../engine/text.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Family } from './choose.ts'
import { citationText, conditionName, conditionsText, type FigureAnswer } from './figures.ts'
import { frameOf } from './frame.ts'
import type { Judgement } from './judge.ts'
import type { Slots } from './slots.ts'

/** Longest quotation of a paragraph. A longer one is shortened to the lines with most words of the question. */
const longestQuotation = 900

/**
 * The verdict on a family: what the engine refuses in one of its cases is refused. It complies if the engine says so and no case is left that the
 * value may fail, if the value is of what the rule limits for certain. Undefined if a case or a datum decides, or if nothing is judged.
 */
export function familyVerdict({ cases, more, isMeant, isContested, unexplained = [], absent }: Family): Judgement['verdict'] {
  const limits = cases.filter(({ loaded }) => loaded.rule.kind === 'limit').map(({ judgement }) => judgement)
  if (isContested || unexplained.length > 0) return undefined
  if (absent !== undefined) return 'NON_COMPLIANT'
  if (limits.some((one) => one?.verdict === 'NON_COMPLIANT' && one.assumed.length === 0)) return 'NON_COMPLIANT'
  // Not all cases fail where one of them exempts what the question may speak of.
  const isExempt = limits.length > 1 && limits.some((one) => [...(one?.exempt?.values() ?? [])].some((values) => values.length > 0))
  if (limits.length > 0 && !isExempt && limits.every((one) => one?.verdict === 'NON_COMPLIANT')) return 'NON_COMPLIANT'
  const isSafe = limits.every((one) => one?.stricter === undefined && (one?.verdict === 'COMPLIANT' || one?.isWithin === true))
  const complying = limits.filter((one) => one?.verdict === 'COMPLIANT')
  // What is taken for given in one case says nothing of the others, nor of those left out.
  const isProven = complying.every((one) => one?.assumed.length === 0) || complying.length === limits.length
  return isMeant && isSafe && isProven && more === 0 && complying.length > 0 ? 'COMPLIANT' : undefined
}

/** The rule of another section by which the value of a question fails, where the one that answers is met. */
export function refusedBy(family: Family): Judgement['refusedBy'] {
  if (familyVerdict(family) !== 'NON_COMPLIANT') return undefined
  return family.cases.find(({ judgement }) => judgement?.refusedBy !== undefined)?.judgement?.refusedBy
}

/** A family in words: the verdict first if there is one, then the figure, or a table of cases with what decides between them. */
export function familyText(kb: KnowledgeBase, family: Family, slots: Slots, where: string): string {
  const { best, cases, more } = family
  const lead = leadOf(kb, family, slots)
  const [only] = cases
  if (cases.length === 1 && only !== undefined) return `${lead}${singleText(kb, only, where)}`
  const lines = cases.map((one) => `\n- ${caseText(kb, one)}`).join('')
  const names = namesOf(kb, [...new Set(cases.flatMap(({ unsettled, missing }) => [...unsettled, ...missing]))])
  const frame = frameOf(kb)
  const open = names.length === 0 ? '' : `\n${frame.decidedBy}: ${names.slice(0, 4).join('; ')}.`
  const left = more === 0 ? '' : `\n${frame.moreCases(more)}`
  return `${lead}${nameOf(kb, best)}${where} (${citationText(kb.book, best)}):${lines}${left}${open}`
}

/** What is said of the value: the verdict; or, where there is none, how it stands to the limit and what a verdict needs. */
function leadOf(kb: KnowledgeBase, family: Family, slots: Slots): string {
  const { best, cases } = family
  const frame = frameOf(kb)
  const isClass = best.loaded.rule.bound === 'class'
  const judged = isClass ? undefined : (best.value ?? cases.find((one) => one.value !== undefined)?.value)
  if (judged === undefined && !isClass && best.quantity !== undefined) return unitAsked(kb, best)
  const value =
    judged === undefined ? slots.classes.join(', ') : withUnit(withComma(judged.text), judged.unit?.text ?? best.loaded.rule.unit, kb.language)
  const verdict = familyVerdict(family)
  const by = refusedBy(family)
  if (by !== undefined)
    return `${value} ${frame.fails}${assumption(kb, family, verdict)}: ${frame.forbiddenBy} «${by.loaded.rule.title}», ${boundsText(by.bounds, by.loaded.rule.unit, kb.language)} (${citationText(kb.book, by)}). `
  if (family.absent !== undefined && verdict !== undefined) return `${value} ${frame.absent}. `
  if (verdict !== undefined) return `${value} ${verdict === 'COMPLIANT' ? frame.complies : frame.fails}${assumption(kb, family, verdict)}. `
  const { unexplained = [] } = family
  const beyondRules = unexplained.map((word) => `«${word}»`).join(', ')
  if (cases.length > 1 && beyondRules !== '' && value !== '') return `${value} ${frame.unexplained(beyondRules)}. `
  if (cases.length > 1 || !family.isMeant) return ''
  const { judgement, stands } = best
  if (stands !== undefined) return `${value} ${frame.stands[best.loaded.rule.kind === 'threshold' ? 'threshold' : 'advice'](stands)}. `
  if (judgement === undefined) return ''
  const asks = namesOf(kb, judgement.asks)
  const beside = judgement.isWithin ? frame.within : frame.beyond
  if (beyondRules !== '') return `${value} ${beside}, ${frame.but} ${frame.unexplained(beyondRules)}. `
  if (judgement.stricter !== undefined) return `${value} ${beside}, ${frame.but} ${frame.stricter(documentTitle(kb, judgement.stricter))}. `
  return `${value} ${beside}, ${frame.undecided}${asks.length === 0 ? '' : `: ${frame.lacks} ${asks.slice(0, 4).join('; ')}`}. `
}

function documentTitle({ documents }: KnowledgeBase, slug: string): string {
  return documents.find((document) => document.slug === slug)?.short_title ?? slug
}

/** What is said of a value whose unit is left out and cannot be told. */
function unitAsked(kb: KnowledgeBase, { quantity, meant }: FigureAnswer): string {
  const frame = frameOf(kb)
  const text = withComma(quantity?.quantity.text ?? '')
  return `${
    meant.length === 0
      ? frame.unitNeeded(text)
      : frame.whichUnit(
          text,
          meant.map((unit) => unit.text),
        )
  }. `
}

/** The case that a verdict takes for given, in words; empty if the question states all that it rests on. */
function assumption(kb: KnowledgeBase, { cases }: Family, verdict: Judgement['verdict']): string {
  const assumed = cases.filter(({ judgement }) => judgement !== undefined && judgement.assumed.length > 0)
  if (assumed.length === 0) return ''
  const [only] = assumed
  const frame = frameOf(kb)
  if (cases.length > 1 || only === undefined) return ` ${verdict === 'COMPLIANT' ? frame.inAll : frame.inNone}`
  return `, ${frame.assuming(conditionsText(kb, { loaded: only.loaded, unsettled: only.judgement?.assumed ?? [] }, only.judgement?.exempt))}`
}

function namesOf({ book }: KnowledgeBase, dimensions: readonly string[]): string[] {
  return dimensions.map((name) => conditionName(book, name))
}

function singleText(kb: KnowledgeBase, figure: FigureAnswer, where: string): string {
  const { rule } = figure.loaded
  const cite = citationText(kb.book, figure)
  const frame = frameOf(kb)
  if (figure.missing.length > 0) {
    const names = figure.missing.map((name) => conditionName(kb.book, name)).join(', ')
    const table = figure.byMissing.map(({ label, bounds }) => `\n- ${label}: ${boundsText(bounds, rule.unit, kb.language)}`).join('')
    const inAnyCase = figure.sure.length === 0 ? '' : `${frame.inAnyCase} ${boundsText(figure.sure, rule.unit, kb.language)}; `
    return `${rule.title}: ${inAnyCase}${frame.dependsOn} ${names}${table === '' ? `, ${frame.notStated}` : `:${table}\n`} (${cite}).`
  }
  const conditions = conditionsText(kb, figure)
  const bounds = boundsText(figure.bounds, rule.unit, kb.language)
  return `${rule.title}${where}: ${bounds}${conditions === '' ? '' : `, ${frame.where} ${conditions}`} (${cite}).`
}

function caseText(kb: KnowledgeBase, figure: FigureAnswer): string {
  const { rule } = figure.loaded
  const conditions = conditionsText(kb, figure)
  const frame = frameOf(kb)
  const figures =
    figure.missing.length > 0
      ? figure.byMissing.map(({ label, bounds }) => `${label}, ${boundsText(bounds, rule.unit, kb.language)}`).join('; ') ||
        `${frame.dependsOn} ${figure.missing.map((name) => conditionName(kb.book, name)).join(', ')}`
      : boundsText(figure.bounds, rule.unit, kb.language)
  return `${rule.title}: ${figures}${conditions === '' ? '' : `, ${frame.where} ${conditions}`}`
}

/** `Barrera de protección, altura`: what a table of cases is about. */
function nameOf({ book }: KnowledgeBase, { loaded: { rule } }: FigureAnswer): string {
  const element = book.elements.byId.get(rule.element[0] ?? '')?.label ?? rule.element[0]
  return `${element}, ${withinSentence(book.parameters.byId.get(rule.parameter)?.label ?? rule.parameter)}`
}

/** Longest quotation beside others. */
const longestShort = 280

/** The sentence of a paragraph that shares most words with a question, with those that follow it as far as there is room. */
export function shortQuotation(text: string, isWanted: (line: string) => number): string {
  const sentences = text.split(/(?<=[.;:])\s+|\n/).filter((one) => one !== '')
  const worth = sentences.map(isWanted)
  const first = worth.indexOf(Math.max(...worth))
  let quoted = sentences[first] ?? ''
  for (const next of sentences.slice(first + 1)) {
    if (quoted.length + next.length >= longestShort) break
    quoted += ` ${next}`
  }
  return quoted.length <= longestShort ? quoted : `${quoted.slice(0, longestShort).replace(/\s+\S*$/, '')} …`
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
