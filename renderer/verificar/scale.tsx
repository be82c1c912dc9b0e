import { useSession } from '../session.tsx'
import { figure } from '../text.ts'
import type { VerdictBody } from './use-verdict.ts'

const left = 20
const width = 360

/** Value and limit on a line: a plumb mark at the limit, a dot at the value, the side that complies drawn thicker. Nothing where either is no number. */
export function Scale({ verdict }: { readonly verdict: VerdictBody }) {
  const { language } = useSession()
  const [value, limit] = [Number(verdict.normalized_value), Number(verdict.limit_value)]
  if (!Number.isFinite(value) || !Number.isFinite(limit)) return null
  const [low, high] = [Math.min(value, limit), Math.max(value, limit)]
  const room = high === low ? Math.abs(high) || 1 : high - low
  const at = (figure: number): number => left + ((figure - low + room * 0.3) / (high - low + room * 0.6)) * width
  const complying = verdict.comparison === 'gte' || verdict.comparison === 'gt' ? [at(limit), left + width] : [left, at(limit)]
  const [start = 0, end = 0] = complying
  return (
    <svg className={`scale ${verdict.is_compliant ? 'complies' : 'fails'}`} viewBox="0 0 400 62" aria-hidden="true">
      <line x1={left} x2={left + width} y1="34" y2="34" className="rail" />
      <line x1={start} x2={end} y1="34" y2="34" className="good" />
      <line x1={at(limit)} x2={at(limit)} y1="20" y2="48" className="plumb" />
      <path d={`M${at(limit) - 5} 44h10l-5 10z`} className="bob" />
      <circle cx={at(value)} cy="34" r="7" className="dot" />
      <text x={at(value)} y="14" textAnchor="middle">
        {figure(verdict.normalized_value, language)}
      </text>
      {value === limit ? null : (
        <text x={at(limit)} y="14" textAnchor="middle">
          {figure(verdict.limit_value, language)}
        </text>
      )}
    </svg>
  )
}
