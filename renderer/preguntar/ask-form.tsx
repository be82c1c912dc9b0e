import { ArrowUp } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { navigate } from '../route.tsx'
import { useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { conversationAddress } from './conversation.ts'

/** The field of the next question, and the button that begins a new conversation. */
export function AskForm({
  typed,
  onType,
  onAsk,
  error,
  hasBegun,
}: {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onAsk: () => void
  readonly error: string | undefined
  readonly hasBegun: boolean
}) {
  const words = useText().preguntar
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onAsk()
  }
  const beginAgain = () => {
    onType('')
    navigate(conversationAddress([]))
    form.current?.querySelector('input')?.focus()
  }
  return (
    <form onSubmit={submit} className="ask" ref={form}>
      <Field label={words.label} help={hasBegun ? words.helpNext : words.help} value={typed} onChange={onType} className="wide lead" error={error} />
      <div className="actions">
        <button type="submit" className="main">
          <ArrowUp /> {words.ask}
        </button>
        {hasBegun ? (
          <button type="button" onClick={beginAgain}>
            {words.another}
          </button>
        ) : null}
      </div>
    </form>
  )
}
