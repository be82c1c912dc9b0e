import { useState } from 'react'
import type { Inputs, Outputs } from '../api.ts'
import { useAnswer, useText } from '../session.tsx'
import type { FieldErrors } from '../shared/field-errors.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { PickField } from '../shared/pick-field.tsx'
import { searchKey } from '../text.ts'
import { Conditions } from '../verificar/conditions.tsx'

type Group = Outputs['listBuildingData']['groups'][number]
type Context = Readonly<Record<string, string>>

/** The data of a building by group: those that rules in force at the place read, then the others that are stated, and a field to add one. */
export function BuildingData(props: {
  readonly place: Pick<Inputs['listBuildingData'], 'geo_id' | 'as_of'>
  readonly context: Context
  /** Names of the data that come from a model. */
  readonly ofModel: readonly string[]
  readonly errors: FieldErrors
  readonly onChange: (context: Context) => void
}) {
  const { place, context, ofModel, errors, onChange } = props
  const [open, setOpen] = useState<readonly string[]>([])
  // What is stated is in the form: the service only says what there is to state, and what is taken instead.
  const { data, error, refetch } = useAnswer(['datos', place], (client, signal) => client.listBuildingData.query(place, { signal }))
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  const toggle = (group: string, isOpen: boolean): void => setOpen(isOpen ? [...new Set([...open, group])] : open.filter((one) => one !== group))
  const pick = (field: string): void => {
    const group = data.groups.find((one) => one.data.some((datum) => datum.field === field))
    if (group === undefined) onChange({ ...context, [field]: '' })
    else toggle(group.id, true)
  }
  return (
    <>
      {data.groups.map((group) => (
        <GroupFields
          key={group.id}
          group={group}
          isOpen={open.includes(group.id)}
          onToggle={(isOpen) => toggle(group.id, isOpen)}
          context={context}
          ofModel={ofModel}
          errors={errors}
          onChange={onChange}
        />
      ))}
      <Others groups={data.groups} context={context} errors={errors} onChange={onChange} onPick={pick} />
    </>
  )
}

/** The data of one group; open where one of them is wrong. */
function GroupFields(props: {
  readonly group: Group
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly context: Context
  readonly ofModel: readonly string[]
  readonly errors: FieldErrors
  readonly onChange: (context: Context) => void
}) {
  const { group, isOpen, onToggle, context, ofModel, errors, onChange } = props
  const words = useText().proyectos
  const stated = group.data.filter(({ field }) => (context[field] ?? '') !== '')
  const isWrong = group.data.some(({ field }) => errors[`/context/${field}`] !== undefined)
  const notes = Object.fromEntries(group.data.map((one) => [one.field, noteOf(one, ofModel.includes(one.field), words)]))
  return (
    <details className="group" open={isOpen || isWrong} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {group.label} <span className="help">{words.statedOf(stated.length, group.data.length)}</span>
      </summary>
      <Conditions conditions={group.data} context={context} errors={errors} notes={notes} onChange={onChange} />
    </details>
  )
}

/** What a field says of its source: of the model, or what is assumed while nothing is stated. */
function noteOf(
  { type, assumed }: Group['data'][number],
  isOfModel: boolean,
  words: ReturnType<typeof useText>['proyectos'],
): { readonly help?: string; readonly none?: string } {
  if (isOfModel) return { help: words.ofModel }
  if (assumed === null) return {}
  return type === 'number' ? { help: words.assumedHelp(assumed.text) } : { none: words.unsetAssumed(assumed.text) }
}

/** The stated data that belong to no group, and a field to find any datum by name. */
function Others(props: {
  readonly groups: readonly Group[]
  readonly context: Context
  readonly errors: FieldErrors
  readonly onChange: (context: Context) => void
  readonly onPick: (field: string) => void
}) {
  const { groups, context, errors, onChange, onPick } = props
  const words = useText().proyectos
  const { data } = useAnswer(['condiciones'], (client, signal) => client.listConditions.query({}, { signal }))
  const ofGroups = groups.flatMap((group) => group.data)
  const grouped = new Set(ofGroups.map(({ field }) => field))
  const others = (data?.items ?? []).filter(({ field }) => !grouped.has(field))
  const shown = others.filter(({ field }) => context[field] !== undefined)
  const options = [...ofGroups, ...others.filter(({ field }) => context[field] === undefined)].map(({ field, label, help }) => ({
    id: field,
    label,
    hint: help,
    search: searchKey(`${label} ${field}`),
  }))
  return (
    <>
      {shown.length === 0 ? null : <h3>{words.otherData}</h3>}
      <Conditions conditions={shown} context={context} errors={errors} onChange={onChange} />
      <PickField label={words.findDatum} help={words.addConditionHelp} options={options} onPick={onPick} />
    </>
  )
}
