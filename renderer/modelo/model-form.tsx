import { type FormEvent, useState } from 'react'
import { useAnswer, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { optionMeant } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { Conditions } from '../verificar/conditions.tsx'
import type { ModelReport, Said } from './model.ts'

/** Where the building is and what is known of it. The place of the model's coordinates is proposed, never taken by itself. */
export function ModelForm({
  said,
  report,
  onCheck,
}: {
  readonly said: Said
  readonly report: ModelReport | undefined
  readonly onCheck: (said: Said) => void
}) {
  const text = useText()
  const words = text.modelo
  const places = usePlaces()
  const { data } = useAnswer(['condiciones'], (client, signal) => client.listConditions.query({}, { signal }))
  const [typed, setTyped] = useState('')
  const [context, setContext] = useState(said.context)
  const [isTried, setTried] = useState(false)
  const place = optionMeant(places ?? [], typed)
  const proposed = report?.place.proposed ?? null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (typed.trim() !== '' && place === undefined) return
    onCheck({ ...said, context, ...(place === undefined ? {} : { geoId: place.id, isPlaceConfirmed: false }) })
  }
  return (
    <form className="panel stack" onSubmit={submit} noValidate>
      {proposed === null || said.isPlaceConfirmed || said.geoId !== undefined ? null : (
        <p>
          {words.proposed(proposed.name)}{' '}
          <button type="button" onClick={() => onCheck({ ...said, context, isPlaceConfirmed: true })}>
            {words.confirmPlace}
          </button>
        </p>
      )}
      <ComboField
        label={text.verificar.place}
        help={report === undefined || report.place.name === '' ? text.verificar.placeHelp : words.judgedIn(report.place.name)}
        error={isTried && typed.trim() !== '' && place === undefined ? text.verificar.unknownPlace : undefined}
        text={typed}
        options={places ?? []}
        onChange={setTyped}
      />
      <Conditions conditions={(data?.items ?? []).filter(({ field }) => context[field] !== undefined)} context={context} onChange={setContext} />
      <div className="actions">
        <button type="submit" className="main">
          {words.check}
        </button>
      </div>
    </form>
  )
}
