import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../api.ts'
import { useAnswer } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { Field } from '../shared/field.tsx'
import { fieldErrorsOf } from '../shared/field-errors.ts'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { useServerMutation } from './server-queries.ts'
import { useOfficeWords } from './use-words.ts'

/** Largest logo, in bytes: what the service takes. */
const mostLogoBytes = 200 * 1024

interface Letterhead {
  readonly name: string
  readonly address: string
  readonly logo: string | null
}

/** The letterhead that every ficha prints: name, address and logo of the office. */
export function OfficePanel() {
  const words = useOfficeWords()
  const { data, error, refetch } = useAnswer(['oficina'], (client, signal) => client.getOffice.query({}, { signal }))
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="help">{words.help}</p>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : null
      ) : (
        <OfficeForm stored={{ name: data.name, address: data.address ?? '', logo: data.logo ?? null }} onStored={refetch} />
      )}
    </section>
  )
}

function OfficeForm({ stored, onStored }: { readonly stored: Letterhead; readonly onStored: () => void }) {
  const words = useOfficeWords()
  const [typed, setTyped] = useState<Letterhead>(stored)
  const [tooLarge, setTooLarge] = useState<string>()
  const save = useServerMutation((client, office: Letterhead) => client.setOffice.mutate({ ...office }))
  const errors = fieldErrorsOf(problemOf(save.error))
  const store = (office: Letterhead): void => {
    setTyped(office)
    save.mutate(office, { onSuccess: onStored })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    store(typed)
  }
  const choose = async (file: File): Promise<void> => {
    setTooLarge(file.size > mostLogoBytes ? file.name : undefined)
    if (file.size <= mostLogoBytes) setTyped({ ...typed, logo: await base64Of(file) })
  }
  return (
    <form onSubmit={submit} className="stack" noValidate>
      <Field label={words.name} error={errors['/name']} value={typed.name} onChange={(name) => setTyped({ ...typed, name })} />
      <AddressField value={typed.address} onChange={(address) => setTyped({ ...typed, address })} />
      <div className="field">
        <span className="label">{words.logo}</span>
        {typed.logo === null ? <span className="help">{words.noLogo}</span> : <img className="logo" src={imageOf(typed.logo)} alt={words.logo} />}
        <span className="actions">
          <FileButton label={words.choose} types={['.png', '.jpg', '.jpeg', 'image/png', 'image/jpeg']} onFile={(file) => void choose(file)} />
          {typed.logo === null ? null : (
            <button type="button" className="quiet" onClick={() => setTyped({ ...typed, logo: null })}>
              {words.removeLogo}
            </button>
          )}
        </span>
        {tooLarge === undefined ? null : <span className="field-error">{words.tooLarge(tooLarge)}</span>}
      </div>
      {save.error === null ? null : <ErrorNotice error={save.error} />}
      {save.isSuccess && !save.isPending ? <Notice kind="complies" title={typed.name.trim() === '' ? words.removed : words.saved} /> : null}
      <div className="actions">
        <button type="submit" className="main" disabled={save.isPending}>
          {words.save}
        </button>
        {stored.name === '' ? null : (
          <button type="button" className="quiet" onClick={() => store({ name: '', address: '', logo: null })}>
            {words.remove}
          </button>
        )}
      </div>
    </form>
  )
}

function AddressField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const words = useOfficeWords()
  const id = useId()
  return (
    <div className="area">
      <label htmlFor={id}>{words.address}</label>
      <textarea id={id} rows={3} maxLength={300} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}

/** The address of an image in base64. The service has tried what it stored; the beginning tells PNG from JPEG. */
function imageOf(base64: string): string {
  return `data:image/${base64.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${base64}`
}
