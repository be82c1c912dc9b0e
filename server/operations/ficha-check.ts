import { overridden, readContext } from '../engine/context.ts'
import type { Verdict } from '../engine/outcome.ts'
import { resolveTerms } from '../engine/terms.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type FichaCheck, valueText } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { givenData, inputsOf } from './ficha-data.ts'
import { appliedRule } from './ficha-rule.ts'
import { measuredText } from './measured.ts'
import type { Context } from './operation.ts'
import type { ProjectCheck, ProjectDocument } from './project-schema.ts'
import { verdictBody } from './verdict-body.ts'
import { verifyCase } from './verify-case.ts'

/** One check of a project as the ficha prints it. What cannot be decided says why; it never fails the rest. */
export function fichaCheck(context: Context, project: ProjectDocument, check: ProjectCheck, number: number): FichaCheck {
  const { kb } = context
  const head = {
    number,
    id: check.id,
    value: measuredText(check.value),
    // `1` is the unit of what has none.
    unit: check.unit === '1' ? '' : check.unit,
    notes: check.notes,
  }
  const origin = { label: 'Valor', value: valueText(head), origin: 'check' as const, source: check.origin || 'dato de la comprobación' }
  const verdict = verdictOrRefusal(context, project, check)
  if (verdict instanceof ServiceError)
    return {
      ...head,
      ...namesOf(check, kb),
      result: 'UNDECIDED',
      rules: [],
      inputs: [origin, ...givenData(project, check, kb)],
      assumptions: [],
      unused: [],
      warnings: [],
      undecided: verdict.detail.es,
      missing: (verdict.extras.missing ?? []).map(({ field, label, unit = '', help }) => ({ field, label, unit, help })),
    }
  const { assumptions, context_use, warnings, is_compliant } = verdictBody(verdict, kb, { echo: check.value, unit: check.unit, withTrace: false })
  const rules = verdict.findings.map((finding) => appliedRule(finding, verdict, kb))
  return {
    ...head,
    element: verdict.element.label,
    parameter: verdict.parameter.label,
    result: is_compliant ? 'COMPLIANT' : 'NON_COMPLIANT',
    rules,
    inputs: [{ ...origin, label: verdict.parameter.label }, ...inputsOf(verdict, check, kb)],
    assumptions,
    unused: unusedOf(context_use.not_used, check, kb),
    warnings,
    undecided: '',
    missing: [],
  }
}

/** What the check states itself and no rule reads. The conditions of the project are for all its checks: some need not count in this one. */
function unusedOf(
  notUsed: readonly { readonly field: string; readonly label: string; readonly value: string }[],
  check: ProjectCheck,
  kb: KnowledgeBase,
): string[] {
  const own = readContext(check.context, kb.book.dimensions).known
  return notUsed.filter(({ field }) => own.has(field)).map(({ label, value }) => `${label}: ${value} (ninguna regla lo usa)`)
}

/** Element and parameter by their labels, where the base knows them; else as they were written. */
function namesOf({ element, parameter }: ProjectCheck, { book }: KnowledgeBase): { element: string; parameter: string } {
  const terms = resolveTerms(book, element, parameter)
  return 'kind' in terms ? { element, parameter } : { element: terms.element.label, parameter: terms.parameter.label }
}

function verdictOrRefusal(context: Context, project: ProjectDocument, check: ProjectCheck): Verdict | ServiceError {
  try {
    return verifyCase(context, {
      ...check,
      geo_id: project.geo_id,
      as_of: project.as_of,
      context: overridden(project.context, check.context, context.kb.book.dimensions),
    })
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
