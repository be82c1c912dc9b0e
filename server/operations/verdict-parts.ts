import type { z } from 'zod'
import { comparisonOf } from '../engine/compare.ts'
import { toNumber } from '../engine/decimal.ts'
import type { Bound } from '../engine/limit.ts'
import type { Verdict } from '../engine/outcome.ts'
import { limitRange } from '../engine/range.ts'
import { type Recent, recentValues } from '../engine/recent.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { citationOf } from './citation.ts'
import { contextUseOf } from './context-use.ts'
import { sharedPart } from './json-text.ts'
import { jsonNumber, placeBody } from './json-values.ts'
import { assumptionsOf, warningsOf } from './verdict-notes.ts'
import type { verdictOutput } from './verdict-schema.ts'

type Body = z.input<typeof verdictOutput>

/** The parts of an answer that hang on which rules bind and how each turns out, and not on the value itself. */
export type VerdictParts = Pick<
  Body,
  'sources' | 'geo_context' | 'limit_range' | 'cells' | 'rules' | 'regardless_of' | 'context_use' | 'assumptions' | 'warnings' | 'kb'
>

/** The parts made for one case, and the bounds that it has had so far. */
interface CaseParts {
  readonly recent: Recent<VerdictParts>
  readonly bounds: (readonly Bound[])[]
}

const mostOfOneCase = 8
const partsOf = new WeakMap<KnowledgeBase, WeakMap<Verdict['known'], CaseParts>>()

/** The parts of a verdict. Those of cases that differ only in their value are made once where no unknown data play a part. */
export function verdictParts(verdict: Verdict, kb: KnowledgeBase): VerdictParts {
  if (!isPlain(verdict)) return newParts(verdict, kb)
  const { recent, bounds } = casePartsOf(verdict, kb)
  const key = verdict.findings
    .map(({ bounds: own, bound, complies }) => `${numberIn(bounds, own)}.${own.indexOf(bound)}${complies ? '+' : '-'}`)
    .join()
  const before = recent.get(key)
  if (before !== undefined) return before
  const made = newParts(verdict, kb)
  const { sources, geo_context, cells, rules, context_use, assumptions, warnings, kb: base } = made
  for (const part of [sources, geo_context, cells, rules, context_use, assumptions, warnings, base]) sharedPart(part)
  recent.add(key, made)
  return made
}

function casePartsOf({ known }: Verdict, kb: KnowledgeBase): CaseParts {
  const ofBase = partsOf.get(kb) ?? new WeakMap<Verdict['known'], CaseParts>()
  partsOf.set(kb, ofBase)
  const made = ofBase.get(known) ?? { recent: recentValues<VerdictParts>(mostOfOneCase), bounds: [] }
  ofBase.set(known, made)
  return made
}

/** The place of some bounds in a list, to which they are added if they are not there. */
function numberIn(all: (readonly Bound[])[], bounds: readonly Bound[]): number {
  const at = all.indexOf(bounds)
  return at >= 0 ? at : all.push(bounds) - 1
}

/** True if findings alone make the parts: their bounds are then the same objects for every value of a case. */
function isPlain({ findings, undecided, harmless, aside, converted }: Verdict): boolean {
  return (
    converted === undefined &&
    undecided.length === 0 &&
    harmless.length === 0 &&
    aside.length === 0 &&
    findings.every(({ regardless, value }) => regardless.length === 0 && typeof value !== 'string')
  )
}

function newParts(verdict: Verdict, kb: KnowledgeBase): VerdictParts {
  const regardless = regardlessOf(verdict, kb)
  const range = limitRange(verdict.findings, kb.book.units)
  return {
    sources: verdict.findings.map((finding) => citationOf(finding, verdict, kb)),
    geo_context: placeBody(verdict.place),
    ...(range === undefined ? {} : { limit_range: { min: toNumber(range.min), max: toNumber(range.max) } }),
    cells: (verdict.findings[0]?.cells ?? []).map(({ table, row, column, text }) => ({ table, row, column, text })),
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
