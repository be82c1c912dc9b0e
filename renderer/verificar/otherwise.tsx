import { type FormEvent, useState } from 'react'
import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import { useSession, useText } from '../session.tsx'
import { ambiguity } from '../shared/faults.ts'
import { Field } from '../shared/field.tsx'
import { Trouble, Waiting } from '../shared/states.tsx'
import { Beside } from './beside.tsx'
import { type Check, type Other, otherCheck, otherKinds, wireValue } from './check.ts'
import { type Named, useVerdict, type VerdictBody } from './use-verdict.ts'

/** Asks what the verdict would be at another altitude or on another day, and sets it beside the first. */
export function Otherwise({
  check,
  named,
  verdict,
  onAsk,
}: {
  readonly check: Check
  readonly named: Named
  readonly verdict: VerdictBody
  readonly onAsk: (other: Other | undefined) => void
}) {
  const words = useText().verdict.other
  const [open, setOpen] = useState(check.other?.kind)
  const second = useVerdict(otherCheck(check), named)
  const toggle = (kind: Other['kind']) => {
    setOpen(open === kind ? undefined : kind)
    if (check.other !== undefined) onAsk(undefined)
  }
  return (
    <div className="panel otherwise">
      <div className="actions">
        {otherKinds.map((kind) => (
          <button key={kind} type="button" aria-expanded={open === kind} onClick={() => toggle(kind)}>
            {words.ask[kind]}
          </button>
        ))}
      </div>
      {open === undefined ? null : <OtherForm key={open} kind={open} value={check.other?.kind === open ? check.other.value : ''} onAsk={onAsk} />}
      {check.other === undefined || !second.isPending ? null : <Waiting />}
      {check.other === undefined || second.error === null ? null : <Trouble error={second.error} onRetry={() => second.refetch()} />}
      {check.other === undefined || second.data === undefined ? null : (
        <Beside check={check} other={check.other} first={verdict} second={second.data} />
      )}
    </div>
  )
}

function OtherForm({
  kind,
  value,
  onAsk,
}: {
  readonly kind: Other['kind']
  readonly value: string
  readonly onAsk: (other: Other | undefined) => void
}) {
  const words = useText().verdict.other
  const { language } = useSession()
  const [typed, setTyped] = useState(value)
  // An address may hold what cannot be read.
  const [isTried, setTried] = useState(value !== '')
  const said = typed.trim()
  const unclear = kind === 'fecha' ? undefined : ambiguity(typed, language)
  const isRight = kind === 'fecha' ? /^\d{4}-\d{2}-\d{2}$/.test(said) : typeof wireValue(said) === 'number'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(!isRight)
    // Written so that the address says it in one way only.
    if (isRight) onAsk({ kind, value: kind === 'fecha' ? said : writeTypedNumber(wireValue(said)) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={words.label[kind]}
        error={isTried && !isRight ? (unclear ?? words.wrong[kind]) : undefined}
        value={typed}
        onChange={setTyped}
        {...(kind === 'fecha' ? { type: 'date' } : { inputMode: 'decimal' })}
      />
      <button type="submit">{words.see}</button>
    </form>
  )
}
