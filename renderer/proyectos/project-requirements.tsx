import { useState } from 'react'
import { type Building, requestOf } from '../exigencias/building.ts'
import { BuildingFields } from '../exigencias/building-fields.tsx'
import type { Requirement, Taking } from '../exigencias/document-requirements.tsx'
import { RequirementsSheet } from '../exigencias/sheet.tsx'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { wireContext, wireValue } from '../verificar/check.ts'
import { newCheck, type Project, resultOf, type StoredProject, typeOf, withCheck, writtenContext } from './project.ts'
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
  const save = useSave(stored)
  const saved = buildingOf(project)
  const [building, setBuilding] = useState<Building>(saved)
  const taking = useTaking(project, save.mutate)
  const errors = ambiguities(byPointer(building.context), language)
  const store = (next: Building): void => {
    setBuilding(next)
    if (Object.keys(ambiguities(byPointer(next.context), language)).length > 0) return
    save.mutate({
      ...project,
      context: wireContext(next.context),
      parts: next.parts.flatMap(({ name, context }) => (name.trim() === '' ? [] : [{ name, context: wireContext(context) }])),
      absent: [...next.absent],
    })
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
      <RequirementsSheet request={requestOf(saved, project.geo_id)} building={saved} onChange={store} taking={taking} />
    </article>
  )
}

function buildingOf({ context, parts, absent, as_of }: Project): Building {
  return {
    place: '',
    date: as_of ?? '',
    context: writtenContext(context),
    parts: (parts ?? []).map((part) => ({ name: part.name, context: writtenContext(part.context) })),
    absent: absent ?? [],
  }
}

/** The checks of a project by requirement, and how to add one. A check of a part takes the data of the part. */
function useTaking(project: Project, onChange: (project: Project) => void): Taking {
  const { list } = useOutcomes(project)
  return {
    stateOf(requirement) {
      if (requirement.kind !== 'limit') return undefined
      const states = (project.checks ?? []).flatMap((check, index) => {
        if (!isOn(requirement, { element: typeOf(project, check), parameter: check.parameter })) return []
        const outcome = list[index]
        return [outcome === undefined ? 'undecided' : resultOf(outcome)] as const
      })
      return states.includes('fails') ? 'fails' : states.includes('undecided') ? 'undecided' : states[0]
    },
    take(requirement, value, part) {
      const own = (project.parts ?? []).find(({ name }) => name === part)
      const check = newCheck({
        element: requirement.elements[0]?.id ?? '',
        parameter: requirement.parameter.id,
        value: wireValue(value),
        unit: requirement.unit,
        context: own?.context ?? {},
        notes: part === '' ? '' : part,
      })
      onChange(withCheck(project, check))
    },
  }
}

function isOn({ elements, parameter }: Requirement, check: { readonly element: string; readonly parameter: string }): boolean {
  return parameter.id === check.parameter && elements.some(({ id }) => id === check.element)
}
