import { useAnswer, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import type { FieldErrors } from '../shared/field-errors.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { PickField } from '../shared/pick-field.tsx'
import { searchKey } from '../text.ts'
import { Conditions } from '../verificar/conditions.tsx'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { type Building, firstData, type Part } from './building.ts'

/** The data of a building: its own, those of its parts, and what it does not have. */
export function BuildingFields({
  building,
  errors,
  onChange,
}: {
  readonly building: Building
  readonly errors: FieldErrors
  readonly onChange: (building: Building) => void
}) {
  const words = useText().exigencias
  const { context, parts, absent } = building
  const setPart = (index: number, part: Part): void => onChange({ ...building, parts: parts.map((one, at) => (at === index ? part : one)) })
  return (
    <>
      <DataFields first={firstData} context={context} errors={errors} onChange={(next) => onChange({ ...building, context: next })} />
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
        <fieldset key={index} className="panel">
          <legend>{part.name === '' ? words.part : part.name}</legend>
          <Field label={words.partName} help={words.partHelp} value={part.name} onChange={(name) => setPart(index, { ...part, name })} />
          <DataFields
            first={['uso']}
            context={part.context}
            errors={errorsBelow(errors, `/parts/${index}`)}
            onChange={(next) => setPart(index, { ...part, context: next })}
          />
          <button type="button" className="quiet" onClick={() => onChange({ ...building, parts: parts.filter((_, at) => at !== index) })}>
            {words.removePart}
          </button>
        </fieldset>
      ))}
      <div className="actions">
        <button type="button" onClick={() => onChange({ ...building, parts: [...parts, { name: '', context: {} }] })}>
          {words.addPart}
        </button>
      </div>
      <Absent absent={absent} onChange={(next) => onChange({ ...building, absent: next })} />
    </>
  )
}

/** The errors whose pointer lies below another, by the rest of their pointer. */
function errorsBelow(errors: FieldErrors, base: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([pointer, text]) => (pointer.startsWith(`${base}/`) ? [[pointer.slice(base.length), text]] : [])),
  )
}

/** Data by condition: the first ones, those stated, and a field to add others by name. */
export function DataFields({
  first,
  context,
  errors,
  onChange,
}: {
  readonly first: readonly string[]
  readonly context: Part['context']
  readonly errors: FieldErrors
  readonly onChange: (context: Part['context']) => void
}) {
  const words = useText().proyectos
  const { data, error, refetch } = useAnswer(['condiciones'], (client, signal) => client.listConditions.query({}, { signal }))
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  const all = data.items
  const shown = all.filter(({ field }) => first.includes(field) || context[field] !== undefined)
  const others = all
    .filter(({ field }) => !shown.some((one) => one.field === field))
    .map(({ field, label, help }) => ({ id: field, label, hint: help, search: searchKey(`${label} ${field}`) }))
  return (
    <>
      <Conditions conditions={shown} context={context} errors={errors} onChange={onChange} />
      <PickField label={words.addCondition} help={words.addConditionHelp} options={others} onPick={(id) => onChange({ ...context, [id]: '' })} />
    </>
  )
}

/** What the building does not have, chosen by name. */
function Absent({ absent, onChange }: { readonly absent: readonly string[]; readonly onChange: (absent: readonly string[]) => void }) {
  const words = useText().exigencias
  const { elements: options } = useVocabulary('', '')
  const labelOf = (id: string): string => optionNamed(options, id)?.label ?? id
  const add = (id: string): void => {
    if (!absent.includes(id)) onChange([...absent, id])
  }
  return (
    <div>
      <PickField label={words.absent} help={words.absentHelp} options={options} onPick={add} />
      <ul className="chips">
        {absent.map((id) => (
          <li key={id}>
            {labelOf(id)}{' '}
            <button
              type="button"
              className="quiet"
              aria-label={words.hasIt(labelOf(id))}
              onClick={() => onChange(absent.filter((one) => one !== id))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
