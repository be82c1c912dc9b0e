import { type FormEvent, useState } from 'react'
import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ambiguities, type Faults, faultsOf, pointed } from '../shared/faults.ts'
import { Field } from '../shared/field.tsx'
import { wireContext, wireValue } from '../verificar/check.ts'
import { type Condition, Conditions, useConditions } from '../verificar/conditions.tsx'
import type { Outcome } from './outcomes.ts'
import { type Project, type ProjectCheck, verificarAddress, withCheck, withoutCheck, writtenContext } from './project.ts'

/** Why a check stands as it does, what it lacks, and everything of it that can be changed. */
export function CheckDetail(props: {
  readonly project: Project
  readonly place: string
  readonly check: ProjectCheck
  readonly outcome: Outcome | undefined
  readonly onChange: (project: Project) => void
}) {
  const { project, place, check, outcome, onChange } = props
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const [isTried, setTried] = useState(false)
  const [value, setValue] = useState(writeTypedNumber(check.value))
  const [unit, setUnit] = useState(check.unit)
  const [origin, setOrigin] = useState(check.origin ?? '')
  const [notes, setNotes] = useState(check.notes ?? '')
  const [context, setContext] = useState<Readonly<Record<string, string>>>(() => writtenContext(check.context))
  const missing: readonly Condition[] = outcome?.outcome === 'problem' ? (outcome.problem.missing ?? []) : []
  const known = useConditions(check.element, check.parameter)
  const given = known.filter(({ field }) => check.context?.[field] !== undefined)
  const asked = [...missing, ...given.filter(({ field }) => !missing.some((one) => one.field === field))]
  const unclear = ambiguities({ '/value': value, ...pointed(context) }, language)
  // What the service found wrong is of the check as it is stored.
  const isStored = value === writeTypedNumber(check.value) && unit === check.unit
  const found: Faults = outcome?.outcome === 'problem' && isStored ? faultsOf({ errors: [], ...outcome.problem }) : {}
  const faults: Faults = { ...found, ...(isTried ? unclear : {}) }
  const isClear = (): boolean => {
    setTried(true)
    return Object.keys(unclear).length === 0
  }
  const changed = (): ProjectCheck => ({ ...check, value: wireValue(value), unit, origin, notes, context: wireContext(context) })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isClear()) onChange(withCheck(project, changed()))
  }
  // What holds for the building is taken out of the check and said once.
  const saveForBuilding = () => {
    if (!isClear()) return
    const wire = wireContext(context)
    const fields = new Set(missing.map(({ field }) => field))
    const own = Object.fromEntries(Object.entries(wire).filter(([field]) => !fields.has(field)))
    const shared = Object.fromEntries(Object.entries(wire).filter(([field]) => fields.has(field)))
    onChange(withCheck({ ...project, context: { ...project.context, ...shared } }, { ...changed(), context: own }))
  }
  return (
    <form onSubmit={save} className="detail">
      <Why outcome={outcome} />
      {asked.length === 0 ? null : <Conditions conditions={asked} context={context} faults={faults} onChange={setContext} />}
      <div className="conditions">
        <Field label={words.value} error={faults['/value']} value={value} onChange={setValue} inputMode="decimal" />
        <Field label={text.verificar.unit} error={faults['/unit']} value={unit} onChange={setUnit} />
        <Field label={words.origin} help={words.originHelp} value={origin} onChange={setOrigin} />
        <Field label={words.notes} value={notes} onChange={setNotes} />
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
        <Link to={verificarAddress(project, check, place)}>{words.openInVerificar}</Link>
        <button type="button" className="quiet" onClick={() => onChange(withoutCheck(project, check.id))}>
          {words.removeCheck}
        </button>
      </div>
    </form>
  )
}

function Why({ outcome }: { readonly outcome: Outcome | undefined }) {
  const text = useText()
  if (outcome === undefined) return null
  if (outcome.outcome === 'problem')
    return (
      <p>
        <strong>{outcome.problem.title}.</strong> {outcome.problem.detail}
      </p>
    )
  const { assumptions, warnings } = outcome.verdict
  const lines = [...warnings.map((line) => `${text.verdict.warnings}: ${line}`), ...assumptions.map((line) => `${text.verdict.assumptions}: ${line}`)]
  return lines.length === 0 ? null : (
    <ul lang="es">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
