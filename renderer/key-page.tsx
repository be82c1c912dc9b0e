import { type FormEvent, useId, useState } from 'react'
import { Field } from './shared/field.tsx'
import type { Text } from './text.ts'

/** Asks for the key of the service. `refusal` is the error code if the service rejected the last key. */
export function KeyPage({
  refusal,
  text,
  onEnter,
}: {
  readonly refusal: string | undefined
  readonly text: Text
  onEnter(key: string, isShared: boolean): void
}) {
  const words = text.key
  const [typed, setTyped] = useState('')
  const [isShown, setShown] = useState(false)
  const [isShared, setShared] = useState(false)
  const [showId, sharedId] = [useId(), useId()]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const key = keyIn(typed)
    if (key !== '') onEnter(key, isShared)
  }
  return (
    <main className="narrow">
      <h1>Plomada</h1>
      <p>{words.why}</p>
      <form onSubmit={submit} className="stack">
        {/* Password managers need a user name to store the key under. */}
        <input type="text" name="username" autoComplete="username" value={location.host} readOnly hidden />
        <Field
          label={words.label}
          help={words.help}
          error={refusal === undefined ? undefined : (words.refusals[refusal] ?? words.refusals['key-invalid'])}
          value={typed}
          onChange={setTyped}
          type={isShown ? 'text' : 'password'}
          fill="current-password"
          isFirst
        />
        <div className="tick">
          <input id={showId} type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          <label htmlFor={showId}>{words.show}</label>
        </div>
        <div className="tick">
          <input id={sharedId} type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          <label htmlFor={sharedId}>{words.shared}</label>
        </div>
        <button type="submit" className="main">
          {words.enter}
        </button>
      </form>
      <h2>{words.whereTitle}</h2>
      <ul>
        {words.where.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="help">{words.memory}</p>
    </main>
  )
}

/** Extracts the key from pasted text: the key alone, after `Bearer`, or inside the address that the server prints. */
export function keyIn(pasted: string): string {
  return /plm_[0-9A-Za-z_-]+/.exec(pasted)?.[0] ?? pasted.trim()
}
