import { useState } from 'react'
import { useText } from '../session.tsx'
import { Notice } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { TableHead } from '../shared/table-head.tsx'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { ElementForm } from './element-form.tsx'
import { checksOf, type Project, type ProjectElement, resultOf, withElement, withoutElement } from './project.ts'
import type { Outcome } from './use-outcomes.ts'

/** The elements of a building: `Escalera 1` with its checks, and forms to add, change and remove them. */
export function Elements(props: {
  readonly project: Project
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly onChange: (project: Project) => void
}) {
  const { project, outcomes, onChange } = props
  const words = useText().proyectos
  const [edited, setEdited] = useState<string>()
  const [removed, setRemoved] = useState<ProjectElement>()
  const elements = project.elements ?? []
  const save = (element: ProjectElement): void => {
    setEdited(undefined)
    onChange(withElement(project, element))
  }
  const remove = (element: ProjectElement, checks: 'keep' | 'remove'): void => {
    setRemoved(undefined)
    onChange(withoutElement(project, element, checks))
  }
  const ask = (element: ProjectElement): void => (checksOf(project, element).length === 0 ? remove(element, 'remove') : setRemoved(element))
  const form = (element: ProjectElement | undefined) => (
    <ElementForm key={edited} project={project} element={element} onSave={save} onCancel={() => setEdited(undefined)} />
  )
  return (
    <details className="panel">
      <summary>{words.elements(elements.length)}</summary>
      <p className="help">{words.elementsHelp}</p>
      {elements.length === 0 ? null : (
        <div className="scroll">
          <table className="elements">
            <TableHead columns={[words.name, words.changes, words.checks, words.elementType, words.quantity, words.where]} />
            <tbody>
              {elements.map((element) => (
                <Row
                  key={element.id}
                  project={project}
                  element={element}
                  outcomes={outcomes}
                  onEdit={() => setEdited(element.id)}
                  onRemove={() => ask(element)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {removed === undefined ? null : (
        <Notice kind="undecided" title={words.removeElementSure(removed.name, checksOf(project, removed).length)}>
          <div className="actions">
            <button type="button" onClick={() => remove(removed, 'remove')}>
              {words.removeWithChecks}
            </button>
            <button type="button" onClick={() => remove(removed, 'keep')}>
              {words.keepChecks}
            </button>
            <button type="button" className="quiet" onClick={() => setRemoved(undefined)}>
              {words.cancel}
            </button>
          </div>
        </Notice>
      )}
      {edited === undefined ? (
        <div className="actions">
          <button type="button" onClick={() => setEdited('')}>
            {words.addElement}
          </button>
        </div>
      ) : (
        form(elements.find(({ id }) => id === edited))
      )}
    </details>
  )
}

function Row(props: {
  readonly project: Project
  readonly element: ProjectElement
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}) {
  const { project, element, outcomes, onEdit, onRemove } = props
  const words = useText().proyectos
  const { elements } = useVocabulary('', '')
  const { name, type, quantity, part, storey } = element
  const own = checksOf(project, element)
  const results = own.flatMap((check) => {
    const outcome = outcomes[(project.checks ?? []).indexOf(check)]
    return outcome === undefined ? [] : [resultOf(outcome)]
  })
  // Until every check is answered, nothing is said of them.
  const worst = results.length < own.length ? undefined : (['fails', 'undecided', 'complies'] as const).find((one) => results.includes(one))
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <button type="button" className="quiet" aria-label={words.editElement(name)} onClick={onEdit}>
          {words.edit}
        </button>
        <button type="button" className="quiet" aria-label={words.removeElement(name)} onClick={onRemove}>
          {words.removeShort}
        </button>
      </td>
      <td className={`result ${worst ?? ''}`}>{worst === undefined ? own.length : words.checkedElement(own.length, words.results[worst])}</td>
      <td>{optionNamed(elements, type)?.label ?? type}</td>
      <td>{quantity ?? 1}</td>
      <td>{[part, storey].filter((one) => one !== undefined && one !== '').join(', ')}</td>
    </tr>
  )
}
