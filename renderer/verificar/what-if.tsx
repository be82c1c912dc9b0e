import { type FormEvent, useState } from 'react'
import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import { useSession, useText } from '../session.tsx'
import { DayField, isDay } from '../shared/day-field.tsx'
import { Field } from '../shared/field.tsx'
import { ambiguity } from '../shared/field-errors.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { type Check, type Variation, variationKinds, variedCheck, wireValue } from './check.ts'
import { usePair } from './use-pair.ts'
import { type CheckIds, useVerdict, type VerdictBody } from './use-verdict.ts'
import { VerdictComparison } from './verdict-comparison.tsx'

/** Compares the verdict with the one at another altitude or date, where its limit may be another there. */
export function WhatIf({
  check,
  ids,
  verdict,
  onAsk,
}: {
  readonly check: Check
  readonly ids: CheckIds
  readonly verdict: VerdictBody
  readonly onAsk: (variation: Variation | undefined) => void
}) {
  const words = useText().verdict.whatIf
  const [open, setOpen] = useState(check.variation?.kind)
  const second = useVerdict(variedCheck(check), ids)
  const { hasAltitude, hasDate } = usePair(ids.element, ids.parameter)
  const canVary: Readonly<Record<Variation['kind'], boolean>> = { altitud: hasAltitude, fecha: hasDate }
  const kinds = variationKinds.filter((kind) => canVary[kind] || check.variation?.kind === kind)
  const toggle = (kind: Variation['kind']) => {
    setOpen(open === kind ? undefined : kind)
    if (check.variation !== undefined) onAsk(undefined)
  }
  if (kinds.length === 0) return null
  return (
    <div className="panel what-if">
      <div className="actions">
        {kinds.map((kind) => (
          <button key={kind} type="button" aria-expanded={open === kind} onClick={() => toggle(kind)}>
            {words.ask[kind]}
          </button>
        ))}
      </div>
      {open === undefined ? null : (
        <VariationForm key={open} kind={open} value={check.variation?.kind === open ? check.variation.value : ''} onAsk={onAsk} />
      )}
      {check.variation === undefined || !second.isPending ? null : <Waiting />}
      {check.variation === undefined || second.error === null ? null : <ErrorNotice error={second.error} onRetry={() => second.refetch()} />}
      {check.variation === undefined || second.data === undefined ? null : (
        <VerdictComparison check={check} variation={check.variation} first={verdict} second={second.data} />
      )}
    </div>
  )
}

function VariationForm({
  kind,
  value,
  onAsk,
}: {
  readonly kind: Variation['kind']
  readonly value: string
  readonly onAsk: (variation: Variation | undefined) => void
}) {
  const words = useText().verdict.whatIf
  const { language } = useSession()
  const [typed, setTyped] = useState(value)
  // The value may come from an address, so it can be invalid.
  const [isTried, setTried] = useState(value !== '')
  const trimmed = typed.trim()
  const unclear = kind === 'fecha' ? undefined : ambiguity(typed, language)
  const isRight = kind === 'fecha' ? isDay(trimmed) : typeof wireValue(trimmed) === 'number'
  const error = isTried && !isRight ? (unclear ?? words.wrong[kind]) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(!isRight)
    // Normalized, so that each value has only one address.
    if (isRight) onAsk({ kind, value: kind === 'fecha' ? trimmed : writeTypedNumber(wireValue(trimmed)) })
  }
  return (
    <form onSubmit={submit} noValidate>
      {kind === 'fecha' ? (
        <DayField label={words.label.fecha} help={undefined} error={error} value={typed} onChange={setTyped} />
      ) : (
        <Field label={words.label.altitud} error={error} value={typed} onChange={setTyped} inputMode="decimal" />
      )}
      <button type="submit">{words.see}</button>
    </form>
  )
}
