import type { z } from 'zod'
import { comparisonOf } from '../engine/compare.ts'
import { endsAsDecimal, toNumber } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { jsonNumber } from './json-values.ts'
import type { Measured } from './request-value.ts'
import { traceOf } from './trace.ts'
import { verdictParts } from './verdict-parts.ts'
import type { verdictOutput } from './verdict-schema.ts'

/** The body of a verdict in an answer. `echo` is the value exactly as the request sent it. */
export function verdictBody(
  verdict: Verdict,
  kb: KnowledgeBase,
  asked: { readonly echo: Measured; readonly unit: string; readonly withTrace: boolean },
): z.input<typeof verdictOutput> {
  const [governing] = verdict.findings
  if (governing === undefined) throw new TypeError('A verdict has at least one finding')
  const { bound, loaded, complies } = governing
  const { sources, geo_context, limit_range, cells, rules, regardless_of, context_use, assumptions, warnings, kb: base } = verdictParts(verdict, kb)
  return {
    is_compliant: complies,
    result_status: complies ? 'COMPLIANT' : 'NON_COMPLIANT',
    provided_value: asked.echo,
    limit_value: jsonNumber(bound.limit),
    ...(typeof bound.limit === 'string' || endsAsDecimal(bound.limit) ? {} : { limit_exact: bound.limit.toFraction() }),
    unit: loaded.rule.unit,
    sources,
    geo_context,
    element: verdict.element.id,
    parameter: verdict.parameter.id,
    comparison: comparisonOf(bound),
    normalized_value: jsonNumber(governing.value),
    ...(governing.margin === undefined ? {} : { margin: toNumber(governing.margin) }),
    ...(limit_range === undefined ? {} : { limit_range }),
    ...(complies || bound.strict ? {} : { what_if: { closest_compliant_value: jsonNumber(bound.limit), unit: loaded.rule.unit } }),
    cells,
    rules,
    ...(regardless_of === undefined ? {} : { regardless_of }),
    context_use,
    assumptions,
    warnings,
    kb: base,
    ...(asked.withTrace ? { trace: traceOf(verdict, kb, asked) } : {}),
  }
}
