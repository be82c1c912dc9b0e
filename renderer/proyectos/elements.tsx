import { memo, useMemo, useState } from 'react'
import { useText } from '../session.tsx'
import { Notice } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { TableHead } from '../shared/table-head.tsx'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { ElementForm } from './element-form.tsx'
import { checksOf, type Project, type ProjectElement, type Result, resultOf, withElement, withoutElement } from './project.ts'
import type { Outcome } from './use-outcomes.ts'

interface ElementsProps {
  readonly project: Project
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly onChange: (project: Project) => void
}

/** The elements of a building: `Escalera 1` with its checks, and forms to add, change and remove them. */
export const Elements = memo(function Elements(props: ElementsProps) {
  const words = useText().proyectos
  const [isShown, setShown] = useState(false)
  return (
    <details className="panel" onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>{words.elements((props.project.elements ?? []).length)}</summary>
      {isShown ? <ElementList {...props} /> : null}
    </details>
  )
})

function ElementList(props: ElementsProps) {
  const { project, outcomes, onChange } = props
  const words = useText().proyectos
  const [edited, setEdited] = useState<string>()
  const [removed, setRemoved] = useState<ProjectElement>()
  const { elements: types } = useVocabulary('', '')
  const elements = project.elements ?? []
  const results = useMemo(() => resultsByElement(project, outcomes), [project, outcomes])
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
    <>
      <p className="help">{words.elementsHelp}</p>
      {elements.length === 0 ? null : (
        <div className="scroll">
          <table className="elements cards">
            <TableHead columns={[words.name, words.changes, words.checks, words.elementType, words.quantity, words.where]} />
            <tbody>
              {elements.map((element) => (
                <Row
                  key={element.id}
                  element={element}
                  type={optionNamed(types, element.type)?.label ?? element.type}
                  results={results.get(element.id) ?? []}
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
    </>
  )
}

/** The results of the checks of each element, by its id. */
function resultsByElement(project: Project, outcomes: readonly (Outcome | undefined)[]): ReadonlyMap<string, (Result | undefined)[]> {
  const results = new Map<string, (Result | undefined)[]>()
  for (const [at, { element_id: id }] of (project.checks ?? []).entries()) {
    if (id === undefined) continue
    const outcome = outcomes[at]
    const own = results.get(id) ?? []
    own.push(outcome === undefined ? undefined : resultOf(outcome))
    results.set(id, own)
  }
  return results
}

function Row(props: {
  readonly element: ProjectElement
  readonly type: string
  /** Of each of its checks; undefined until answered. */
  readonly results: readonly (Result | undefined)[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}) {
  const { element, type, results, onEdit, onRemove } = props
  const words = useText().proyectos
  const { name, quantity, part, storey } = element
  // Until every check is answered, nothing is said of them.
  const worst = results.includes(undefined) ? undefined : (['fails', 'undecided', 'complies'] as const).find((one) => results.includes(one))
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
      <td data-label={words.checks} className={`result ${worst ?? ''}`}>
        {worst === undefined ? results.length : words.checkedElement(results.length, words.results[worst])}
      </td>
      <td data-label={words.elementType}>{type}</td>
      <td data-label={words.quantity}>{quantity ?? 1}</td>
      <td data-label={words.where}>{[part, storey].filter((one) => one !== undefined && one !== '').join(', ')}</td>
    </tr>
  )
}
