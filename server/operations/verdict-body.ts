import type { z } from 'zod'
import { comparisonOf } from '../engine/compare.ts'
import { endsAsDecimal, toNumber } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import { limitRange } from '../engine/range.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { citationOf } from './citation.ts'
import { contextUseOf } from './context-use.ts'
import { jsonNumber, placeBody } from './json-values.ts'
import type { Measured } from './request-value.ts'
import { traceOf } from './trace.ts'
import { assumptionsOf, warningsOf } from './verdict-notes.ts'
import type { verdictOutput } from './verdict-schema.ts'

/** The body of a verdict in an answer. `echo` is the value exactly as the request sent it. */
export function verdictBody(
  verdict: Verdict,
  kb: KnowledgeBase,
  asked: { readonly echo: Measured; readonly unit: string; readonly withTrace: boolean },
): z.input<typeof verdictOutput> {
  const [governing] = verdict.findings
  if (governing === undefined) throw new TypeError('A verdict has at least one finding')
  const { bound, loaded } = governing
  const regardless = regardlessOf(verdict, kb)
  const range = limitRange(verdict.findings, kb.book.units)
  return {
    is_compliant: governing.complies,
    result_status: governing.complies ? 'COMPLIANT' : 'NON_COMPLIANT',
    provided_value: asked.echo,
    limit_value: jsonNumber(bound.limit),
    ...(typeof bound.limit === 'string' || endsAsDecimal(bound.limit) ? {} : { limit_exact: bound.limit.toFraction() }),
    unit: loaded.rule.unit,
    sources: verdict.findings.map((finding) => citationOf(finding, verdict, kb)),
    geo_context: placeBody(verdict.place),
    element: verdict.element.id,
    parameter: verdict.parameter.id,
    comparison: comparisonOf(bound),
    normalized_value: jsonNumber(governing.value),
    ...(governing.margin === undefined ? {} : { margin: toNumber(governing.margin) }),
    ...(range === undefined ? {} : { limit_range: { min: toNumber(range.min), max: toNumber(range.max) } }),
    ...(governing.complies || bound.strict ? {} : { what_if: { closest_compliant_value: jsonNumber(bound.limit), unit: loaded.rule.unit } }),
    cells: governing.cells.map(({ table, row, column, text }) => ({ table, row, column, text })),
    rules: verdict.findings.map((finding) => ({
      id: finding.loaded.rule.id,
      title: finding.loaded.rule.title,
      code_slug: finding.loaded.document,
      result_status: finding.complies ? ('COMPLIANT' as const) : ('NON_COMPLIANT' as const),
      limit_value: jsonNumber(finding.bound.limit),
      ...rangeOf(finding),
      unit: finding.loaded.rule.unit,
      comparison: comparisonOf(finding.bound),
    })),
    ...(regardless.length === 0 ? {} : { regardless_of: regardless }),
    context_use: contextUseOf(verdict, kb),
    assumptions: assumptionsOf(verdict, kb, regardless),
    warnings: warningsOf(verdict, kb),
    kb: { id: kb.meta.id, version: kb.meta.version, sha256: kb.meta.sha256 },
    ...(asked.withTrace ? { trace: traceOf(verdict, kb, asked) } : {}),
  }
}

/** `limit_range` of a rule with a lower and an upper limit; empty for any other rule. */
function rangeOf({ bounds }: Finding): { limit_range?: { min: number | string; max: number | string } } {
  const [lower, upper] = [bounds.find(({ side }) => side === 'min'), bounds.find(({ side }) => side === 'max')]
  return lower === undefined || upper === undefined ? {} : { limit_range: { min: jsonNumber(lower.limit), max: jsonNumber(upper.limit) } }
}

/** The conditions that the request left open and that cannot change the result, although they change a limit or which rules apply. */
function regardlessOf({ findings, harmless }: Verdict, kb: KnowledgeBase): { field: string; label: string }[] {
  const failing = findings.filter(({ complies }) => !complies)
  // One rule that fails is enough for NON_COMPLIANT; COMPLIANT needs every rule.
  const settling = failing.length > 0 ? failing : [...findings, ...harmless]
  const names = new Set(settling.flatMap(({ regardless }) => regardless))
  return [...names].map((field) => ({ field, label: kb.book.dimensions.byId.get(field)?.label ?? field }))
}
