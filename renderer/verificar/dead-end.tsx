import type { Problem } from '../api.ts'
import { useText } from '../session.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import type { Option } from '../shared/options.ts'
import type { Vocabulary } from './use-vocabulary.ts'

/** A check without a verdict: the reason, and the things or quantities near to it, each one press away. */
export function DeadEnd({
  error,
  problem,
  vocabulary,
  onChoose,
  onRetry,
}: {
  readonly error: unknown
  readonly problem: Problem | undefined
  readonly vocabulary: Vocabulary
  readonly onChoose: (change: { readonly element?: string; readonly parameter?: string }) => void
  readonly onRetry: () => void
}) {
  const words = useText().verificar
  const isOf = (options: readonly Option[]): readonly Option[] =>
    (problem?.candidates ?? []).flatMap((id) => options.find((one) => one.id === id) ?? [])
  const isBare = problem?.code === 'no-applicable-rule' && problem.candidates.length === 0
  const elements = isBare ? vocabulary.neighbours : problem?.code === 'unknown-parameter' ? [] : isOf(vocabulary.elements)
  const parameters = problem?.code === 'unknown-element' ? [] : isOf(vocabulary.parameters)
  const pairs = problem?.pairs ?? []
  const others = pairs.length === 0 ? elements : elements.filter(({ id }) => pairs.every(({ element }) => element !== id))
  const labelOf = (options: readonly Option[], id: string): string => options.find((one) => one.id === id)?.label ?? id
  if (problem === undefined || elements.length + parameters.length + pairs.length === 0) return <ErrorNotice error={error} onRetry={onRetry} />
  return (
    <Notice kind="undecided" title={problem.title}>
      <p>{problem.detail}</p>
      <p>{problem.code === 'no-applicable-rule' ? words.neighbours : words.perhaps}</p>
      <div className="actions">
        {others.map(({ id, label }) => (
          <button key={id} type="button" onClick={() => onChoose({ element: label })}>
            {label}
          </button>
        ))}
        {pairs.map(({ element, parameter, label }) => (
          <button
            key={label}
            type="button"
            onClick={() => onChoose({ element: labelOf(vocabulary.elements, element), parameter: labelOf(vocabulary.parameters, parameter) })}
          >
            {label}
          </button>
        ))}
        {parameters.map(({ id, label }) => (
          <button key={id} type="button" onClick={() => onChoose({ parameter: label })}>
            {label}
          </button>
        ))}
      </div>
    </Notice>
  )
}
