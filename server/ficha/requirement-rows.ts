import type { TableCell } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import type { PrintedOutcome, PrintedRequirement } from './requirements-model.ts'
import { grey, onOneLine, type TextCell } from './table-rows.ts'

/** The rows of the requirements of one section: first those that apply or depend, then those that do not apply, by reason. */
export function requirementRows(requirements: readonly PrintedRequirement[], type: Typesetter): TableCell[][] {
  const [told, free] = [requirements.filter(isTold), requirements.filter((one) => !isTold(one))]
  return [...told.flatMap((one) => rowsOf(one, type)), ...freeRows(free, type)]
}

function isTold({ outcomes }: PrintedRequirement): boolean {
  return outcomes.some(({ standing }) => standing !== 'does_not_apply')
}

function rowsOf({ title, outcomes }: PrintedRequirement, type: Typesetter): TableCell[][] {
  const [only, ...others] = outcomes
  if (only === undefined) return []
  if (others.length === 0) return outcomeRows(title, only, type)
  return [[cell(title, type), ''], ...outcomes.flatMap((one) => outcomeRows(partsOf(one), one, type, 1))]
}

function partsOf({ parts }: PrintedOutcome): string {
  return `${parts.map((name) => (name === '' ? 'Edificio' : name)).join(', ')}:`
}

/** An outcome and, below it, its cases. */
function outcomeRows(name: string, outcome: PrintedOutcome, type: Typesetter, indent = 0): TableCell[][] {
  const { standing, text, needs, cases, otherwise_free: isFreeOtherwise } = outcome
  const told = figureOf(outcome)
  if (standing !== 'depends')
    return [[cell(name, type, '', indent), { ...cell(told, type), ...(standing === 'applies' ? { bold: true } : { color: grey }) }]]
  const depends = `Depende de: ${needs.map(({ label }) => label).join('; ')}`
  const rows = (cases ?? []).map((one) =>
    caseRow(one.when.map(({ label, text: value }) => `${label}: ${value}`).join('; '), one.text, type, indent + 1),
  )
  const rest = isFreeOtherwise && rows.length > 0 ? [caseRow('En los demás casos', 'no rige', type, indent + 1)] : []
  return [
    [cell(name, type, depends, indent), { ...cell(text === '' && rows.length === 0 ? 'según esos datos' : text, type), bold: text !== '' }],
    ...rows,
    ...rest,
  ]
}

function caseRow(when: string, text: string, type: Typesetter, indent: number): TableCell[] {
  return [{ ...cell(when, type, '', indent), color: grey }, cell(text, type)]
}

/** `como mínimo 0,9 m`, or why there is no figure. */
function figureOf({ standing, text, why }: PrintedOutcome): string {
  if (standing === 'not_held') return 'Rige; la base no tiene la cifra verificada: léase en el texto oficial'
  if (standing === 'does_not_apply') return why ?? 'No rige'
  return why === null ? text : `No se admite. ${why}`
}

/** Requirements that do not apply to any part, together by reason. */
function freeRows(requirements: readonly PrintedRequirement[], type: Typesetter): TableCell[][] {
  const byReason = new Map<string, string[]>()
  for (const { title, outcomes } of requirements) {
    const reason = reasonOf(outcomes)
    byReason.set(reason, [...(byReason.get(reason) ?? []), title])
  }
  return [...byReason].map(([reason, titles]) => [
    { ...cell(`${titles.join('; ')}.`, type), color: grey },
    { ...cell(reason, type), color: grey },
  ])
}

/** Why nothing of the building is bound, by part where the reasons differ. */
function reasonOf(outcomes: readonly PrintedOutcome[]): string {
  const [only, ...others] = outcomes
  if (only !== undefined && others.length === 0) return figureOf(only)
  return outcomes.map((one) => `${partsOf(one)} ${figureOf(one)}`).join('. ')
}

function cell(text: string, type: Typesetter, source = '', indent = 0): TextCell & { readonly margin: [number, number, number, number] } {
  const shown = type.set(onOneLine(text))
  return {
    text: source === '' ? [{ text: shown }] : [{ text: shown }, { text: type.set(`  ${onOneLine(source)}`), color: grey }],
    margin: [indent * 12, 0, 0, 0],
  }
}
