import { readContext } from '../engine/context.ts'
import { rulesInForce } from '../engine/in-force.ts'
import type { Verdict } from '../engine/outcome.ts'
import { resolveTerms } from '../engine/terms.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type FichaCheck, valueText } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { type CodePlace, codeOrder } from './code-order.ts'
import { givenData, inputsOf } from './ficha-data.ts'
import { appliedRule } from './ficha-rule.ts'
import type { Context } from './operation.ts'
import { placeFor } from './place-for.ts'
import { caseOf, type ProjectCase, rejectContradiction } from './project-case.ts'
import type { ProjectCheck, ProjectDocument } from './project-schema.ts'
import { measuredText } from './request-value.ts'
import { verdictBody } from './verdict-body.ts'
import { verifyCase } from './verify-case.ts'

/** A check as the ficha prints it, without its number, and the place of the code under which it is printed; undefined if the base has no rule for it. */
interface PlacedCheck {
  readonly row: Omit<FichaCheck, 'number' | 'document'>
  readonly place: CodePlace | undefined
}

/** Verifies one check of a project and returns it as the ficha prints it. A check that cannot be decided has the reason in `undecided`, and does not stop the others. */
export function fichaCheck(context: Context, project: ProjectDocument, check: ProjectCheck): PlacedCheck {
  const { kb } = context
  const own = caseOf(project, check, kb.book.dimensions)
  const head = {
    id: check.id,
    ...thingOf(own),
    value: measuredText(check.value),
    // `1` is the unit of quantities without dimension.
    unit: check.unit === '1' ? '' : check.unit,
    notes: check.notes,
  }
  const origin = { label: 'Valor', value: valueText(head), origin: 'check' as const, source: check.origin || 'dato de la comprobación' }
  const verdict = verdictOrRefusal(context, project, check, own)
  if (verdict instanceof ServiceError)
    return {
      place: likelyPlace(kb, project, own, check),
      row: {
        ...head,
        ...namesOf({ element: own.element, parameter: check.parameter }, kb),
        result: 'UNDECIDED',
        rules: [],
        inputs: [origin, ...givenData(own, kb)],
        assumptions: [],
        unused: [],
        warnings: [],
        undecided: verdict.detail.es,
        missing: (verdict.extras.missing ?? []).map(({ field, label, unit = '', help }) => ({ field, label, unit, help })),
      },
    }
  return { place: governingPlace(verdict), row: { ...head, ...decided(verdict, { check, own, origin }, kb) } }
}

function decided(
  verdict: Verdict,
  { check, own, origin }: { readonly check: ProjectCheck; readonly own: ProjectCase; readonly origin: FichaCheck['inputs'][number] },
  kb: KnowledgeBase,
): Pick<FichaCheck, 'element' | 'parameter' | 'result' | 'rules' | 'inputs' | 'assumptions' | 'unused' | 'warnings' | 'undecided' | 'missing'> {
  const { assumptions, context_use, warnings, is_compliant } = verdictBody(verdict, kb, { echo: check.value, unit: check.unit, withTrace: false })
  return {
    element: verdict.element.label,
    parameter: verdict.parameter.label,
    result: is_compliant ? 'COMPLIANT' : 'NON_COMPLIANT',
    rules: verdict.findings.map((finding) => appliedRule(finding, verdict, kb)),
    inputs: [{ ...origin, label: verdict.parameter.label }, ...inputsOf(verdict, own, kb)],
    assumptions,
    unused: unusedOf(context_use.not_used, check, kb),
    warnings,
    undecided: '',
    missing: [],
  }
}

function governingPlace({ findings: [first] }: Verdict): CodePlace | undefined {
  return first === undefined ? undefined : { document: first.loaded.document, section: first.loaded.rule.cite.section }
}

/** Where a check without a verdict belongs: the first place of the code that has a limit in force for it. */
function likelyPlace(
  kb: KnowledgeBase,
  { geo_id, as_of }: ProjectDocument,
  { element }: ProjectCase,
  { parameter, codes }: ProjectCheck,
): CodePlace | undefined {
  const terms = resolveTerms(kb.book, { element, parameter })
  if ('kind' in terms) return undefined
  const asked = { codes, asOf: as_of ?? kb.meta.referenceDate, place: placeFor(kb, geo_id) }
  const places = rulesInForce(kb.book, terms.rules, asked).rules.map(({ document, rule }): CodePlace => ({ document, section: rule.cite.section }))
  return places.toSorted(codeOrder(kb.book))[0]
}

/** The conditions of the check itself that no rule uses. Those of the project are left out: they are meant for all its checks. */
function unusedOf(
  notUsed: readonly { readonly field: string; readonly label: string; readonly value: string }[],
  check: ProjectCheck,
  kb: KnowledgeBase,
): string[] {
  const own = readContext(check.context, kb.book.dimensions).known
  return notUsed.filter(({ field }) => own.has(field)).map(({ label, value }) => `${label}: ${value} (ninguna regla lo usa)`)
}

/** The labels of element and parameter; the words of the check if the base does not know them. */
function namesOf(
  { element, parameter }: Pick<ProjectCheck, 'element' | 'parameter'>,
  { book }: KnowledgeBase,
): { element: string; parameter: string } {
  const terms = resolveTerms(book, { element, parameter })
  return 'kind' in terms ? { element, parameter } : { element: terms.element.label, parameter: terms.parameter.label }
}

/** The element of the project that a check names, and where it is, as printed. */
function thingOf({ thing, part }: ProjectCase): Pick<FichaCheck, 'element_name' | 'quantity' | 'part' | 'storey'> {
  return { element_name: thing?.name ?? '', quantity: thing?.quantity ?? 1, part, storey: thing?.storey ?? '' }
}

function verdictOrRefusal(context: Context, project: ProjectDocument, check: ProjectCheck, own: ProjectCase): Verdict | ServiceError {
  try {
    rejectContradiction(own, context.kb)
    // The sheet is in Spanish in whatever language it is asked for.
    return verifyCase(
      { kb: context.kb, language: 'es' },
      {
        ...check,
        element: own.element,
        geo_id: project.geo_id,
        as_of: project.as_of,
        context: { ...own.context },
      },
    )
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
