import { useSession } from '../session.tsx'
import { figure } from '../text.ts'
import type { VerdictBody } from './use-verdict.ts'

const left = 20
const width = 360
/** Minimum distance between two labels. */
const minLabelDistance = 60

/**
 * Draws value and limit on a line: a plumb mark at the limit or at both ends of a range, a dot at the value, and a thicker line where values
 * comply. Renders nothing if the value or the limit is not a number.
 */
export function LimitScale({ verdict }: { readonly verdict: VerdictBody }) {
  const { language } = useSession()
  const { limit_range: range, limit_value: limit } = verdict
  const value = Number(verdict.normalized_value)
  const limits = (range === undefined ? [limit] : [range.min, range.max]).map(Number)
  if (![value, ...limits].every(Number.isFinite)) return null
  const [low, high] = [Math.min(value, ...limits), Math.max(value, ...limits)]
  const room = high === low ? Math.abs(high) || 1 : high - low
  const at = (figure: number): number => left + ((figure - low + room * 0.3) / (high - low + room * 0.6)) * width
  const [first = value, last = first] = limits
  const marks = [...new Set(limits)]
  // The ends of a narrow range share one label.
  const labels =
    at(last) - at(first) < minLabelDistance ? [{ x: (at(first) + at(last)) / 2, of: marks }] : marks.map((one) => ({ x: at(one), of: [one] }))
  const [start, end] = complying(verdict, at(first), at(last))
  return (
    <svg className={`scale ${verdict.is_compliant ? 'complies' : 'fails'}`} viewBox="0 0 400 62" aria-hidden="true">
      <line x1={left} x2={left + width} y1="34" y2="34" className="rail" />
      <line x1={start} x2={end} y1="34" y2="34" className="good" />
      {marks.map((one) => (
        <g key={one}>
          <line x1={at(one)} x2={at(one)} y1="20" y2="48" className="plumb" />
          <path d={`M${at(one) - 5} 44h10l-5 10z`} className="bob" />
        </g>
      ))}
      {labels.map(({ x, of }) =>
        Math.abs(x - at(value)) < minLabelDistance ? null : (
          <text key={x} x={x} y="14" textAnchor="middle">
            {of.map((one) => figure(one, language)).join(' – ')}
          </text>
        ),
      )}
      <circle cx={at(value)} cy="34" r="7" className="dot" />
      <text x={at(value)} y="14" textAnchor="middle">
        {figure(verdict.normalized_value, language)}
      </text>
    </svg>
  )
}

/** Start and end of the complying part: between the ends of a range, exactly at the limit, or on one side of it. */
function complying({ comparison, limit_range: range }: VerdictBody, first: number, last: number): readonly [number, number] {
  if (range !== undefined || comparison === 'eq') return [first, last]
  return comparison === 'gte' || comparison === 'gt' ? [first, left + width] : [left, first]
}
