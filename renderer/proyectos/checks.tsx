import { Fragment, useState } from 'react'
import { Link, pageOfArticle } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { TableHead } from '../shared/table-head.tsx'
import { figure, unitText } from '../text.ts'
import { limitText } from '../verificar/limit-text.ts'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { CheckDetail } from './check-detail.tsx'
import { elementOf, type Project, type ProjectCheck, replacedLines, resultOf, typeOf } from './project.ts'
import type { Outcome } from './use-outcomes.ts'

/** The table of a project's checks. Opening a row shows its details and the form to change it. */
export function Checks(props: {
  readonly project: Project
  readonly place: string
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly onChange: (project: Project) => void
}) {
  const { project, place, outcomes, onChange } = props
  const words = useText().proyectos
  const [open, setOpen] = useState<string>()
  const nameOf = useNames(project)
  const checks = project.checks ?? []
  if (checks.length === 0) return <p className="panel">{words.noChecks}</p>
  return (
    <div className="scroll">
      <table className="checks">
        <TableHead columns={[words.number, words.result, words.what, words.value, words.limit, words.source]} />
        <tbody>
          {checks.map((check, index) => (
            <Fragment key={check.id}>
              <Row
                index={index}
                check={check}
                name={nameOf(check)}
                outcome={outcomes[index]}
                isOpen={open === check.id}
                onToggle={() => setOpen(open === check.id ? undefined : check.id)}
              />
              {open === check.id ? (
                <tr>
                  <td colSpan={6} id={`detalle-${check.id}`}>
                    <CheckDetail project={project} place={place} check={check} outcome={outcomes[index]} onChange={onChange} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns a function that names the element and parameter of a check. Unknown ones are shown as written. */
function useNames(project: Project): (check: ProjectCheck) => string {
  const { elements, parameters } = useVocabulary('', '')
  return (check) => {
    const type = typeOf(project, check)
    const own = elementOf(project, check)
    const kind = `${optionNamed(elements, type)?.label ?? type} · ${optionNamed(parameters, check.parameter)?.label ?? check.parameter}`
    const where = own?.name ?? check.part
    return where === undefined ? kind : `${where}: ${kind}`
  }
}

function Row({
  index,
  check,
  name,
  outcome,
  isOpen,
  onToggle,
}: {
  readonly index: number
  readonly check: ProjectCheck
  readonly name: string
  readonly outcome: Outcome | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const nameOf = useDocumentName()
  const result = outcome === undefined ? undefined : resultOf(outcome)
  const verdict = outcome?.outcome === 'verdict' ? outcome.verdict : undefined
  const [source] = verdict?.sources ?? []
  const replaced = replacedLines(outcome, words, 'check')
  return (
    <tr>
      <td>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `detalle-${check.id}` : undefined}
          aria-label={words.openCheck(index + 1)}
          onClick={onToggle}
        >
          {index + 1} {isOpen ? '▴' : '▾'}
        </button>
      </td>
      <td className={`result ${result ?? ''}`}>
        {result === undefined ? '…' : <span aria-hidden="true">{resultIcons[result]} </span>}
        {result === undefined ? '' : words.results[result]}
      </td>
      <th scope="row">
        {name}
        {replaced.map((line) => (
          <span key={line} className="help" lang="es">
            {line}
          </span>
        ))}
      </th>
      <td>
        {figure(check.value, language)} {unitText(check.unit)}
      </td>
      <td>{verdict === undefined ? '—' : limitText(verdict, { text, language })}</td>
      <td>{source === undefined ? '—' : <Link to={pageOfArticle(source.url)}>{`${nameOf(source.code_slug)}, ${source.section}`}</Link>}</td>
    </tr>
  )
}
