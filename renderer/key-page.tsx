import { type FormEvent, useState } from 'react'
import { Field } from './shared/field.tsx'
import type { Text } from './text.ts'

/** Asks for the key of the service. */
export function KeyPage({ refusal, text, onEnter }: { refusal: string | undefined; text: Text; onEnter(key: string): void }) {
  const [key, setKey] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '') onEnter(key.trim())
  }
  return (
    <main className="narrow">
      <h1>Plomada</h1>
      <p>{text.key.why}</p>
      <form onSubmit={submit} className="stack">
        <Field label={text.key.label} help={text.key.help} error={refusal} value={key} onChange={setKey} type="password" />
        <button type="submit" className="main">
          {text.key.enter}
        </button>
      </form>
    </main>
  )
}
