import type { Edition } from '../engine/book.ts'
import { comparisonOf, comparisonSigns } from '../engine/compare.ts'
import { type Exact, toNumber, toSpanish, withComma } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import { spanishDay } from '../engine/spanish-day.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { AppliedRule } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { citationOf } from './citation.ts'

/** A rule that was applied, as the ficha prints it: comparison, margin and citation. */
export function appliedRule(finding: Finding, verdict: Verdict, kb: KnowledgeBase): AppliedRule {
  const { loaded, bound, margin } = finding
  const document = kb.book.documents.get(loaded.document)
  const edition = verdict.editions.get(loaded.document)
  const { section, title, version, verification } = citationOf(finding, verdict, kb)
  return {
    title: loaded.rule.title,
    complies: finding.complies,
    ...comparison(finding),
    unit: loaded.rule.bound === 'class' || loaded.rule.unit === '1' ? '' : loaded.rule.unit,
    margin: margin === undefined || bound.side === 'class' ? '' : figure(margin, finding),
    regulation: {
      document: document?.shortTitle ?? loaded.document,
      title: document?.title ?? loaded.document,
      section,
      section_title: title,
      version,
      edition: edition?.label ?? version,
      in_force: edition === undefined ? '' : inForce(edition, basisOf(kb, loaded.document, version)),
      verification,
    },
  }
}

function comparison(finding: Finding): Pick<AppliedRule, 'value' | 'sign' | 'limit'> {
  const { bound, bounds } = finding
  const text = (one: Exact | string): string => (typeof one === 'string' ? one : figure(one, finding))
  const [lower, upper] = [bounds.find(({ side }) => side === 'min'), bounds.find(({ side }) => side === 'max')]
  const value = text(finding.value)
  return lower !== undefined && upper !== undefined
    ? { value, sign: 'entre', limit: `${text(lower.limit)} y ${text(upper.limit)}` }
    : { value, sign: comparisonSigns[comparisonOf(bound)], limit: text(bound.limit) }
}

/** A number with as many decimals as the comparison needs, never in exponential notation. */
function figure(value: Exact, finding: Finding): string {
  const text = toSpanish(value, isClose(finding) ? 15 : 6)
  return text.includes('e-') ? withComma(toNumber(value).toFixed(20).replace(/0+$/, '')) : text
}

/** True if a value and a limit differ but look equal with six decimals. */
function isClose({ value, bound: { limit } }: Finding): boolean {
  return typeof value !== 'string' && typeof limit !== 'string' && !value.equals(limit) && toSpanish(value) === toSpanish(limit)
}

function basisOf(kb: KnowledgeBase, document: string, version: string): string {
  return kb.documents.find(({ slug }) => slug === document)?.editions.find((one) => one.version === version)?.date_basis ?? 'desconocida'
}

/** When an edition came into force, in Spanish: the day itself, the day of publication, or the earliest possible day, as far as the base knows it. */
function inForce({ from, to }: Edition, basis: string): string {
  const until = to === null ? '' : `, hasta el ${spanishDay(to)}`
  switch (basis) {
    case 'entrada_en_vigor':
      return `en vigor desde el ${spanishDay(from)}${until}`
    case 'publicacion':
      return `publicada el ${spanishDay(from)}${until}`
    default:
      return `fecha de entrada en vigor no comprobada, no anterior al ${spanishDay(from)}${until}`
  }
}
