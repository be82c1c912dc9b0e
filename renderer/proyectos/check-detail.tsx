import { type FormEvent, useState } from 'react'
import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDraft } from '../shared/draft.ts'
import { Field } from '../shared/field.tsx'
import { ambiguities, byPointer, type FieldErrors, fieldErrorsOf } from '../shared/field-errors.ts'
import { SelectField } from '../shared/select-field.tsx'
import { wireContext, wireValue } from '../verificar/check.ts'
import { type Condition, Conditions } from '../verificar/conditions.tsx'
import { usePair } from '../verificar/use-pair.ts'
import { PartField } from './element-form.tsx'
import {
  type Project,
  type ProjectCheck,
  replacedLines,
  sourcesOf,
  typeOf,
  verificarAddress,
  withCheck,
  withoutCheck,
  writtenContext,
} from './project.ts'
import type { Outcome } from './use-outcomes.ts'

/** Details of a check: the reasons for its result, missing conditions, and a form to change it. */
export function CheckDetail(props: {
  readonly project: Project
  readonly projectId: string
  readonly place: string
  readonly check: ProjectCheck
  readonly outcome: Outcome | undefined
  readonly onChange: (project: Project, onSaved?: () => void) => void
}) {
  const { project, projectId, place, check, outcome, onChange } = props
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const [isTried, setTried] = useState(false)
  const draft = useDraft(`${projectId}.${check.id}`, typedOf(check))
  const { value, unit, origin, elementId, part, notes, context } = draft.value
  const type = (field: keyof TypedCheck) => (next: string) => draft.set({ ...draft.value, [field]: next })
  const setContext = (next: Readonly<Record<string, string>>): void => draft.set({ ...draft.value, context: next })
  const missing: readonly Condition[] = outcome?.outcome === 'problem' ? (outcome.problem.missing ?? []) : []
  const known = usePair(typeOf(project, check), check.parameter).conditions
  const given = known.filter(({ field }) => check.context?.[field] !== undefined)
  const asked = [...missing, ...given.filter(({ field }) => !missing.some((one) => one.field === field))]
  const unclear = ambiguities({ '/value': value, ...byPointer(context) }, language)
  // The errors from the service apply only to the stored values.
  const isStored = value === writeTypedNumber(check.value) && unit === check.unit
  const found: FieldErrors = outcome?.outcome === 'problem' && isStored ? fieldErrorsOf({ errors: [], ...outcome.problem }) : {}
  const errors: FieldErrors = { ...found, ...(isTried ? unclear : {}) }
  const isClear = (): boolean => {
    setTried(true)
    return Object.keys(unclear).length === 0
  }
  const changed = (): ProjectCheck => {
    const { element_id: _element, part: _part, ...kept } = check
    const isMoved = elementId !== (check.element_id ?? '')
    const placed = { ...(elementId === '' ? {} : { element_id: elementId }), ...(part === '' || elementId !== '' ? {} : { part }) }
    return {
      ...kept,
      ...placed,
      element: isMoved ? typeOf(project, check) : (check.element ?? ''),
      value: wireValue(value),
      unit,
      origin,
      notes,
      context: wireContext(context),
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isClear()) onChange(withCheck(project, changed()), draft.clear)
  }
  // Moves the missing conditions from the check to the building.
  const saveForBuilding = () => {
    if (!isClear()) return
    const wire = wireContext(context)
    const fields = new Set(missing.map(({ field }) => field))
    const own = Object.fromEntries(Object.entries(wire).filter(([field]) => !fields.has(field)))
    const shared = Object.fromEntries(Object.entries(wire).filter(([field]) => fields.has(field)))
    const whole = { ...project.context, ...shared }
    onChange(withCheck({ ...project, context: whole, sources: sourcesOf(project, whole) }, { ...changed(), context: own }), draft.clear)
  }
  return (
    <form onSubmit={save} className="detail">
      <Reasons outcome={outcome} />
      {asked.length === 0 ? null : <Conditions conditions={asked} context={context} errors={errors} onChange={setContext} />}
      <div className="conditions">
        <Field label={words.value} error={errors['/value']} value={value} onChange={type('value')} inputMode="decimal" />
        <Field label={text.verificar.unit} error={errors['/unit']} value={unit} onChange={type('unit')} />
        <Field label={words.origin} help={words.originHelp} value={origin} onChange={type('origin')} />
        <Field label={words.notes} value={notes} onChange={type('notes')} />
        {(project.elements ?? []).length === 0 ? null : (
          <SelectField
            label={words.ofElement}
            none={words.noElement}
            value={elementId}
            options={(project.elements ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={type('elementId')}
          />
        )}
        {(project.parts ?? []).length === 0 || elementId !== '' ? null : <PartField project={project} part={part} onChange={type('part')} />}
      </div>
      <div className="actions">
        <button type="submit" className="main">
          {words.saveCheck}
        </button>
        {missing.length === 0 ? null : (
          <button type="button" onClick={saveForBuilding}>
            {words.saveForBuilding}
          </button>
        )}
        <Link to={verificarAddress(project, check, { outcome, place })}>{words.openInVerificar}</Link>
        <button type="button" className="quiet" onClick={() => onChange(withoutCheck(project, check.id))}>
          {words.removeCheck}
        </button>
      </div>
    </form>
  )
}

/** What the form of a check holds. */
interface TypedCheck {
  readonly value: string
  readonly unit: string
  readonly origin: string
  readonly elementId: string
  readonly part: string
  readonly notes: string
  readonly context: Readonly<Record<string, string>>
}

function typedOf(check: ProjectCheck): TypedCheck {
  const { unit, origin = '', element_id: elementId = '', part = '', notes = '' } = check
  return { value: writeTypedNumber(check.value), unit, origin, elementId, part, notes, context: writtenContext(check.context) }
}

function Reasons({ outcome }: { readonly outcome: Outcome | undefined }) {
  const text = useText()
  if (outcome === undefined) return null
  const replaced = replacedLines(outcome, text.proyectos)
  if (outcome.outcome === 'problem')
    return (
      <p>
        <strong>{outcome.problem.title}.</strong> {outcome.problem.detail}
      </p>
    )
  const { assumptions, warnings } = outcome.verdict
  const lines = [...replaced, ...assumptions.map((line) => `${text.verdict.assumptions}: ${line}`)]
  return lines.length + warnings.length === 0 ? null : (
    <ul>
      {warnings.map((line) => (
        <li key={line}>
          {text.verdict.warnings}: <span lang="es">{line}</span>
        </li>
      ))}
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
