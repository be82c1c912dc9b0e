import { Check, CircleQuestionMark, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Problem, problemOf } from '../api.ts'
import { useText } from '../session.tsx'
import { fieldErrorsOf } from './field-errors.ts'

/** Shown while an answer is loading. With `onStop` it has a stop button. */
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

/** Shown after the user has stopped a request. */
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

/** Shows an error and what the user can do about it. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
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

/** The text of a problem, without the field pointer if it has a single error. */
function detailOf(problem: Problem): string {
  return problem.errors.length === 1 ? (Object.values(fieldErrorsOf(problem))[0] ?? problem.detail) : problem.detail
}

/** Icon of each result. */
export const resultIcons = { complies: <Check />, fails: <X />, undecided: <CircleQuestionMark /> } as const

/** A message marked by icon and colour. */
export function Notice({
  kind,
  title,
  children,
}: {
  readonly kind: keyof typeof resultIcons
  readonly title: string
  readonly children?: ReactNode
}) {
  return (
    <section className={`notice ${kind}`} role="status">
      <h2>
        <span aria-hidden="true">{resultIcons[kind]}</span> {title}
      </h2>
      {children}
    </section>
  )
}
