import { type FormEvent, useState } from 'react'
import { DataFields } from '../exigencias/building-fields.tsx'
import { useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { Field } from '../shared/field.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { optionMeant } from '../shared/options.ts'
import { SelectField } from '../shared/select-field.tsx'
import { wireContext } from '../verificar/check.ts'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { type Project, type ProjectElement, writtenContext } from './project.ts'

/** Form for an element of a project: name, type, how many, where, and its own data. */
export function ElementForm({
  project,
  element,
  onSave,
  onCancel,
}: {
  readonly project: Project
  readonly element: ProjectElement | undefined
  readonly onSave: (element: ProjectElement) => void
  readonly onCancel: () => void
}) {
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const { elements } = useVocabulary('', '')
  const [name, setName] = useState(element?.name ?? '')
  const [type, setType] = useState<string>()
  const [quantity, setQuantity] = useState(String(element?.quantity ?? 1))
  const [part, setPart] = useState(element?.part ?? '')
  const [storey, setStorey] = useState(element?.storey ?? '')
  const [context, setContext] = useState(() => writtenContext(element?.context))
  const [isTried, setTried] = useState(false)
  const typedType = type ?? optionMeant(elements, element?.type ?? '')?.label ?? element?.type ?? ''
  const chosen = optionMeant(elements, typedType)
  const unclear = ambiguities(byPointer(context), language)
  const isWhole = /^[1-9]\d{0,4}$/.test(quantity.trim())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || chosen === undefined || !isWhole || Object.keys(unclear).length > 0) return
    const { part: _before, ...kept } = element ?? { id: crypto.randomUUID() }
    onSave({
      ...kept,
      name,
      type: chosen.id,
      quantity: Number(quantity),
      storey,
      context: wireContext(context),
      ...(part === '' ? {} : { part }),
    })
  }
  return (
    <form onSubmit={submit} noValidate className="stack">
      <div className="conditions">
        <Field
          label={words.elementName}
          help={words.elementNameHelp}
          error={isTried && name.trim() === '' ? text.verificar.required : undefined}
          value={name}
          onChange={setName}
          isFirst
        />
        <ComboField
          label={words.elementType}
          help={words.elementTypeHelp}
          error={isTried && chosen === undefined ? words.unknownType : undefined}
          text={typedType}
          options={elements}
          onChange={setType}
        />
        <Field
          label={words.quantity}
          error={isTried && !isWhole ? words.wholeNumber : undefined}
          value={quantity}
          onChange={setQuantity}
          inputMode="decimal"
        />
        {(project.parts ?? []).length === 0 ? null : <PartField project={project} part={part} onChange={setPart} />}
        <Field label={words.storey} value={storey} onChange={setStorey} />
      </div>
      <DataFields first={[]} context={context} errors={isTried ? unclear : {}} onChange={setContext} />
      <div className="actions">
        <button type="submit" className="main">
          {words.saveElement}
        </button>
        <button type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

/** The part of the building that something is in. */
export function PartField({
  project,
  part,
  onChange,
}: {
  readonly project: Project
  readonly part: string
  readonly onChange: (part: string) => void
}) {
  const text = useText()
  return (
    <SelectField
      label={text.exigencias.part}
      none={text.exigencias.wholeBuilding}
      value={part}
      options={(project.parts ?? []).map(({ name }) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}
