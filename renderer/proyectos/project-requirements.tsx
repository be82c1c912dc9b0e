import { useState } from 'react'
import { type Building, requestOf } from '../exigencias/building.ts'
import { BuildingFields } from '../exigencias/building-fields.tsx'
import type { Taking } from '../exigencias/document-requirements.tsx'
import { RequirementsSheet } from '../exigencias/sheet.tsx'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { wireContext, wireValue } from '../verificar/check.ts'
import { coverageOf, newCheck, type Project, resultOf, type StoredProject, sourcesOf, withCheck, withParts, writtenContext } from './project.ts'
import { useProject, useSave } from './project-queries.ts'
import { useOutcomes } from './use-outcomes.ts'

/** What applies to the building of a project, with the checks that it has and a way to add others. */
export function ProjectRequirements({ id }: { readonly id: string }) {
  const { data, error, refetch } = useProject(id)
  const text = useText()
  if (error !== null && data === undefined)
    return (
      <>
        <h1>{text.exigencias.ofProject}</h1>
        <ErrorNotice error={error} onRetry={refetch} />
      </>
    )
  return data === undefined ? <Waiting /> : <Loaded stored={data} />
}

function Loaded({ stored }: { readonly stored: StoredProject }) {
  const text = useText()
  const { language } = useSession()
  const project: Project = stored.project
  usePageTitle(`${text.exigencias.ofProject}: ${project.name}`)
  const save = useSave(stored)
  const saved = buildingOf(project)
  const [building, setBuilding] = useState<Building>(saved)
  const taking = useTaking(project, save.mutate)
  const errors = ambiguities(byPointer(building.context), language)
  const store = (next: Building): void => {
    setBuilding(next)
    if (Object.keys(ambiguities(byPointer(next.context), language)).length > 0) return
    const parts = next.parts.flatMap(({ name, context }) => (name.trim() === '' ? [] : [{ name: name.trim(), context: wireContext(context) }]))
    const renamed = new Map(next.parts.flatMap(({ name, was }) => (was === undefined ? [] : [[was, name.trim()] as const])))
    const context = wireContext(next.context)
    const changed = { ...withParts(project, parts, renamed), context, sources: sourcesOf(project, context), absent: [...next.absent] }
    save.mutate(changed, { onSuccess: ({ project: stored }) => setBuilding({ ...next, parts: buildingOf(stored).parts }) })
  }
  return (
    <article className="project">
      <h1>
        {text.exigencias.ofProject}: {project.name}
      </h1>
      <p>
        <Link to={`/proyectos/${encodeURIComponent(stored.id)}`}>{text.exigencias.backToProject}</Link>
      </p>
      <form
        noValidate
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault()
          store(building)
        }}
      >
        <BuildingFields building={building} errors={errors} onChange={setBuilding} />
        <div className="actions">
          <button type="submit" className="main">
            {text.exigencias.saveBuilding}
          </button>
        </div>
      </form>
      {save.error === null ? null : <ErrorNotice error={save.error} />}
      <RequirementsSheet
        request={{ ...requestOf(saved, project.geo_id), ...coverageOf(project) }}
        building={saved}
        onChange={store}
        taking={taking}
      />
    </article>
  )
}

function buildingOf({ context, parts, absent, as_of }: Project): Building {
  return {
    place: '',
    date: as_of ?? '',
    context: writtenContext(context),
    parts: (parts ?? []).map((part) => ({ name: part.name, was: part.name, context: writtenContext(part.context) })),
    absent: absent ?? [],
  }
}

/** The checks of a project by requirement, and how to add one. A check of an element or a part takes its data. */
function useTaking(project: Project, onChange: (project: Project) => void): Taking {
  const { list } = useOutcomes(project)
  const words = useText().exigencias
  const nameOf = (id: string): string => (project.elements ?? []).find((one) => one.id === id)?.name ?? id
  return {
    nameOf,
    stateOf({ kind, checks, unchecked }) {
      if (kind !== 'limit' || checks.length === 0) return undefined
      const results = (project.checks ?? []).flatMap((check, index) => {
        if (!checks.includes(check.id)) return []
        const outcome = list[index]
        return [outcome === undefined ? 'undecided' : resultOf(outcome)]
      })
      const worst = (['fails', 'undecided', 'complies'] as const).find((one) => results.includes(one))
      const missing = unchecked.map(({ element_id, part }) => (element_id !== null ? nameOf(element_id) : part === '' ? words.wholeBuilding : part))
      return worst === undefined ? undefined : { worst, missing }
    },
    take({ parameter, unit }, value, { elementId, part, type }) {
      const placed = elementId !== null ? { element_id: elementId } : { element: type, ...(part === '' ? {} : { part }) }
      onChange(withCheck(project, newCheck({ ...placed, parameter: parameter.id, value: wireValue(value), unit })))
    },
  }
}
