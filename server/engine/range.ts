import type { Exact } from './decimal.ts'
import { convert, type Unit, type Units } from './unit.ts'
import type { Finding } from './verify-rules.ts'

/** A lower and an upper limit of one case, in the unit of the governing rule. */
export interface LimitRange {
  readonly min: Exact
  readonly max: Exact
}

/**
 * Both ends between which a value must lie: the greatest minimum and the least maximum of all the rules that bind it,
 * whether one rule sets both or several do. The first finding governs. undefined where one end is missing.
 */
export function limitRange(findings: readonly Pick<Finding, 'loaded' | 'bounds'>[], units: Units): LimitRange | undefined {
  const unit = units.parse(findings[0]?.loaded.rule.unit ?? '')
  if (unit === undefined) return undefined
  const min = ends(findings, 'min', { units, unit }).reduce<Exact | undefined>(
    (most, end) => (most === undefined || end.compare(most) > 0 ? end : most),
    undefined,
  )
  const max = ends(findings, 'max', { units, unit }).reduce<Exact | undefined>(
    (least, end) => (least === undefined || end.compare(least) < 0 ? end : least),
    undefined,
  )
  return min === undefined || max === undefined ? undefined : { min, max }
}

function ends(
  findings: readonly Pick<Finding, 'loaded' | 'bounds'>[],
  side: 'min' | 'max',
  { units, unit }: { readonly units: Units; readonly unit: Unit },
): Exact[] {
  return findings.flatMap(({ loaded, bounds }) => {
    const own = units.parse(loaded.rule.unit)
    if (own === undefined || own.kind !== unit.kind) return []
    return bounds.flatMap(({ side: its, limit }) => (its === side && typeof limit !== 'string' ? [convert(limit, own, unit)] : []))
  })
}
