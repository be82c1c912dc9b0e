import { useSession } from '../session.tsx'
import { quantity } from '../text.ts'
import type { VerdictBody } from './use-verdict.ts'

const left = 20
const width = 360
/** Minimum distance between two labels. */
const minLabelDistance = 60

/**
 * Draws value and limit on a line from zero: a plumb mark with its figure at the limit or at both ends of a range, a dot at the value, and a
 * thicker line where values comply. Only figures below zero move the origin. Renders nothing if the value or the limit is not a number.
 */
export function LimitScale({ verdict }: { readonly verdict: VerdictBody }) {
  const { language } = useSession()
  const { limit_range: range, limit_value: limit } = verdict
  const value = Number(verdict.normalized_value)
  const limits = (range === undefined ? [limit] : [range.min, range.max]).map(Number)
  if (![value, ...limits].every(Number.isFinite)) return null
  const [low, high] = [Math.min(0, value, ...limits), Math.max(0, value, ...limits)]
  const room = high - low || 1
  const at = (figure: number): number => left + ((figure - low * 1.15) / (room * 1.15)) * width
  const [first = value, last = first] = limits
  const marks = [...new Set(limits)]
  const isNarrow = marks.length > 1 && at(last) - at(first) < minLabelDistance
  // Each end has its figure: those of a narrow range stand away from one another.
  const anchorOf = (position: number): 'start' | 'middle' | 'end' => (isNarrow ? (position === 0 ? 'end' : 'start') : 'middle')
  const [start, end] = complying(verdict, at(first), at(last))
  return (
    <svg className={`scale ${verdict.is_compliant ? 'complies' : 'fails'}`} viewBox="0 0 400 72" aria-hidden="true">
      <line x1={left} x2={left + width} y1="34" y2="34" className="rail" />
      <line x1={start} x2={end} y1="34" y2="34" className="good" />
      {marks.map((one) => (
        <g key={one}>
          <line x1={at(one)} x2={at(one)} y1="20" y2="48" className="plumb" />
          <path d={`M${at(one) - 5} 44h10l-5 10z`} className="bob" />
          <text x={Math.max(left, Math.min(left + width, at(one)))} y="66" textAnchor={anchorOf(marks.indexOf(one))}>
            {quantity(one, '', language)}
          </text>
        </g>
      ))}
      <line x1={at(0)} x2={at(0)} y1="28" y2="40" className="rail" />
      {[value, ...limits].some((one) => Math.abs(at(one) - at(0)) < 14) ? null : (
        <text x={at(0)} y="66" textAnchor="middle">
          0
        </text>
      )}
      <circle cx={at(value)} cy="34" r="7" className="dot" />
      <text x={at(value)} y="14" textAnchor="middle">
        {quantity(verdict.normalized_value, '', language)}
      </text>
    </svg>
  )
}

/** Start and end of the complying part: between the ends of a range, exactly at the limit, or on one side of it. */
function complying({ comparison, limit_range: range }: VerdictBody, first: number, last: number): readonly [number, number] {
  if (range !== undefined || comparison === 'eq') return [first, last]
  return comparison === 'gte' || comparison === 'gt' ? [first, left + width] : [left, first]
}
