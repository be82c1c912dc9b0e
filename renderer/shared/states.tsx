import type { ReactNode } from 'react'
import { type Problem, problemOf } from '../api.ts'
import { useText } from '../session.tsx'
import { faultsOf } from './faults.ts'

/** Said while an answer is on its way; what may take long can be stopped. */
export function Waiting({ onStop }: { readonly onStop?: () => void }) {
  const words = useText().states
  return (
    <div className="waiting">
      <p role="status">{words.waiting}</p>
      {onStop === undefined ? null : (
        <button type="button" onClick={onStop}>
          {words.stop}
        </button>
      )}
    </div>
  )
}

/** Said where an answer was stopped on its way. */
export function Stopped({ onRetry }: { readonly onRetry: () => void }) {
  const words = useText().states
  return (
    <Notice kind="undecided" title={words.stopped}>
      <button type="button" onClick={onRetry}>
        {words.retry}
      </button>
    </Notice>
  )
}

/** What went wrong and what to do next. */
export function Trouble({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const text = useText()
  const problem = problemOf(error)
  const candidates = (problem?.candidates ?? []).map((one) => (typeof one === 'string' ? one : Object.values(one).join(' · ')))
  return (
    <Notice kind="undecided" title={problem?.title ?? text.states.unreachable}>
      {problem === undefined ? null : <p>{detailOf(problem)}</p>}
      {problem === undefined || problem.accepted_units.length === 0 ? null : (
        <p>
          {text.states.accepted} {problem.accepted_units.join(', ')}
        </p>
      )}
      {candidates.length === 0 || problem?.detail.includes(candidates[0] ?? '') ? null : (
        <p>
          {text.states.perhaps} {candidates.slice(0, 10).join(', ')}
        </p>
      )}
      {problem === undefined && onRetry !== undefined ? (
        <button type="button" onClick={onRetry}>
          {text.states.retry}
        </button>
      ) : null}
    </Notice>
  )
}

/** What a problem says, without the pointer before the words of a single fault. */
function detailOf(problem: Problem): string {
  return problem.errors.length === 1 ? (Object.values(faultsOf(problem))[0] ?? problem.detail) : problem.detail
}

const icons = { complies: '✓', fails: '✗', undecided: '?' } as const

/** A message with word, sign and colour. */
export function Notice({ kind, title, children }: { readonly kind: keyof typeof icons; readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className={`notice ${kind}`} role="status">
      <h2>
        <span aria-hidden="true">{icons[kind]}</span> {title}
      </h2>
      {children}
    </section>
  )
}
