import { type FormEvent, memo, useState } from 'react'
import { useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { hasDraft, useDraft } from '../shared/draft.ts'
import { Field } from '../shared/field.tsx'
import { ambiguities } from '../shared/field-errors.ts'
import { optionNamed } from '../shared/options.ts'
import { wireValue } from '../verificar/check.ts'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { newCheck, type ProjectCheck } from './project.ts'

const empty = { element: '', parameter: '', value: '', unit: '', origin: '' }

interface AddCheckProps {
  readonly projectId: string
  readonly onAdd: (check: ProjectCheck, onSaved: () => void) => void
}

/** Adds checks to the project one after another. */
export const AddCheck = memo(function AddCheck(props: AddCheckProps) {
  const words = useText().proyectos
  const [isShown, setShown] = useState(() => hasDraft(draftName(props.projectId)))
  return (
    <details className="panel" open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{words.addCheck}</summary>
      {isShown ? <AddCheckForm {...props} /> : null}
    </details>
  )
})

function draftName(projectId: string): string {
  return `${projectId}.nueva`
}

/** Element and parameter stay for the next check. */
function AddCheckForm({ projectId, onAdd }: AddCheckProps) {
  const { value: typed, set } = useDraft(draftName(projectId), empty)
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const [isTried, setTried] = useState(false)
  const { elements, parameters, units } = useVocabulary(typed.element, typed.parameter)
  const [element, parameter] = [optionNamed(elements, typed.element), optionNamed(parameters, typed.parameter)]
  const unit = typed.unit === '' ? (units[0] ?? '') : typed.unit
  const unclear = ambiguities({ '/value': typed.value }, language)['/value']
  const change = (field: keyof typeof empty) => (next: string) => set({ ...typed, [field]: next })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (element === undefined || parameter === undefined || typed.value.trim() === '' || unit.trim() === '' || unclear !== undefined) return
    const added = newCheck({ element: element.id, parameter: parameter.id, value: wireValue(typed.value), unit, origin: typed.origin })
    onAdd(added, () => {
      set({ ...typed, value: '' })
      setTried(false)
    })
  }
  const required = (isThere: boolean): string | undefined => (isTried && !isThere ? text.verificar.required : undefined)
  return (
    <form onSubmit={submit} noValidate>
      <div className="conditions">
        <ComboField
          label={text.verificar.element}
          help={text.verificar.elementHelp}
          error={isTried && element === undefined ? words.unknownType : undefined}
          text={typed.element}
          options={elements}
          onChange={change('element')}
        />
        <ComboField
          label={text.verificar.parameter}
          help={text.verificar.parameterHelp}
          error={isTried && parameter === undefined ? words.unknownType : undefined}
          text={typed.parameter}
          options={parameters}
          onChange={change('parameter')}
        />
        <Field
          label={words.value}
          error={required(typed.value.trim() !== '') ?? (isTried ? unclear : undefined)}
          value={typed.value}
          onChange={change('value')}
          inputMode="decimal"
        />
        <Field
          label={text.verificar.unit}
          error={required(unit !== '')}
          value={unit}
          onChange={change('unit')}
          suggestions={{ id: 'unidades-nueva', values: units }}
        />
        <Field label={words.origin} help={words.originHelp} value={typed.origin} onChange={change('origin')} />
      </div>
      <div className="actions">
        <button type="submit" className="main">
          {words.add}
        </button>
      </div>
    </form>
  )
}
