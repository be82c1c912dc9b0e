import { type FormEvent, useState } from 'react'
import { unitInLabel } from '../../server/engine/unit-words.ts'
import { useSession, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { SelectField } from '../shared/select-field.tsx'
import type { Requirement, Taking } from './document-requirements.tsx'

interface Place {
  readonly elementId: string | null
  readonly part: string
}

/** Where a requirement may take a check: where it has none yet; if it has one everywhere, the parts that it is about. */
function placesOf({ unchecked, outcomes }: Requirement): readonly Place[] {
  if (unchecked.length > 0) return unchecked.map(({ part, element_id }) => ({ part, elementId: element_id }))
  const parts = outcomes.flatMap(({ parts: names, standing }) => (standing === 'does_not_apply' ? [] : names))
  return (parts.length === 0 ? [''] : parts).map((part) => ({ part, elementId: null }))
}

/** Changes with the places that a requirement offers, so that a form never keeps one that is gone. */
export function targetsKey(requirement: Requirement): string {
  return JSON.stringify(placesOf(requirement))
}

/** The kinds of element that a check of a requirement may be on: those that the building may have. */
function kindsOf({ elements }: Requirement): Requirement['elements'] {
  const standing = elements.filter(({ stands }) => stands)
  return standing.length === 0 ? elements : standing
}

/** A button that opens a field for the value of the project; sending it adds the check. It asks which element is meant where several may be. */
export function TakeCheck({ requirement, taking }: { readonly requirement: Requirement; readonly taking: Taking }) {
  const words = useText().exigencias
  const { language } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [isTried, setTried] = useState(false)
  const [value, setValue] = useState('')
  const places = placesOf(requirement)
  const [at, setAt] = useState('0')
  const place = places[Number(at)] ?? { elementId: null, part: '' }
  const kinds = kindsOf(requirement)
  const [kind, setKind] = useState('')
  const type = kinds.length === 1 ? (kinds[0]?.id ?? '') : kind
  const isKindAsked = place.elementId === null && kinds.length > 1
  if (!isOpen)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {words.take}
      </button>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (value.trim() === '' || (isKindAsked && type === '')) return
    taking.take(requirement, value, { ...place, type })
    setOpen(false)
  }
  const { label } = requirement.parameter
  const placeName = ({ elementId, part }: Place): string => (elementId !== null ? taking.nameOf(elementId) : part === '' ? words.wholeBuilding : part)
  return (
    <form onSubmit={submit} className="actions" noValidate>
      <Field label={`${label}${unitInLabel(label, requirement.unit, language)}`} value={value} onChange={setValue} inputMode="decimal" isFirst />
      {places.length > 1 ? (
        <SelectField
          label={words.where}
          none=""
          value={at}
          options={places.map((one, index) => ({ value: String(index), label: placeName(one) }))}
          onChange={(next) => setAt(next === '' ? '0' : next)}
        />
      ) : null}
      {isKindAsked ? (
        <SelectField
          label={words.whichElement}
          none=""
          error={isTried && type === '' ? words.chooseElement : undefined}
          value={kind}
          options={kinds.map(({ id, label }) => ({ value: id, label }))}
          onChange={setKind}
        />
      ) : null}
      <button type="submit" className="main">
        {words.addCheck}
      </button>
      <button type="button" className="quiet" onClick={() => setOpen(false)}>
        {words.cancel}
      </button>
    </form>
  )
}
