import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { Field } from '../shared/field.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { BulkActions } from './bulk-actions.tsx'
import { CheckDetail } from './check-detail.tsx'
import { CheckGrid } from './check-grid.tsx'
import { byDocument, filtered, type GridOrder, type GridRow, rowsOf, sorted } from './grid-rows.ts'
import { Photos } from './photos.tsx'
import { elementOf, type Project, type ProjectCheck, type Result, typeOf, withCheck } from './project.ts'
import { labelsOf } from './term-labels.ts'
import type { Outcome } from './use-outcomes.ts'

/** Rows shown at first, and with each press of the button below them. */
const pageSize = 50

export interface ChecksProps {
  readonly project: Project
  readonly projectId: string
  readonly place: string
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly canUndo: boolean
  onUndo(): void
  onChange(project: Project, onSaved?: () => void): void
}

/** The checks of a project in a grid, with what finds, orders, groups and changes them, and the details of the one that is open. */
export function Checks(props: ChecksProps) {
  const { project, canUndo, onUndo, onChange } = props
  // Verdicts arrive in many parts: what the user does goes before drawing them.
  const outcomes = useDeferredValue(props.outcomes)
  const words = useText().proyectos
  const { language } = useSession()
  const nameOf = useNames(project)
  const [open, setOpen] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<{ readonly text: string; readonly result: Result | '' }>({ text: '', result: '' })
  const [isGrouped, setGrouped] = useState(false)
  const before = useRef<ReadonlyMap<string, GridRow>>(new Map())
  const rows = rowsOf(project, outcomes, { nameOf, missing: words.missing, language }, before.current)
  useEffect(() => {
    before.current = new Map(rows.map((row) => [row.id, row]))
  })
  // The grid keeps its rows while what it is given is the same.
  const present = useRef({ open, project, onChange })
  useEffect(() => {
    present.current = { open, project, onChange }
  })
  const toggle = useCallback((id: string) => setOpen(present.current.open === id ? undefined : id), [])
  const select = useCallback(
    (ids: ReadonlySet<string>, group: readonly GridRow[]) =>
      setSelected((all) => new Set([...[...all].filter((id) => !group.some((row) => row.id === id)), ...ids])),
    [],
  )
  const changeCheck = useCallback((check: ProjectCheck) => present.current.onChange(withCheck(present.current.project, check)), [])
  const ids = new Set(rows.map(({ id }) => id))
  const kept = [...selected].every((id) => ids.has(id)) ? selected : new Set([...selected].filter((id) => ids.has(id)))
  const shown = rows.find(({ id }) => id === open)
  const undo = (
    <button type="button" disabled={!canUndo} aria-keyshortcuts="Control+Z Meta+Z" onClick={onUndo}>
      {words.undo}
    </button>
  )
  if (rows.length === 0)
    return (
      <section className="panel">
        <p>{words.noChecks}</p>
        {canUndo ? undo : null}
      </section>
    )
  return (
    <section aria-label={words.checks} className="panel">
      <div className="grid-tools">
        <Field label={words.filter} type="search" value={wanted.text} onChange={(text) => setWanted({ ...wanted, text })} />
        <SelectField
          label={words.result}
          none={words.anyResult}
          value={wanted.result}
          options={(['fails', 'undecided', 'complies'] as const).map((value) => ({ value, label: words.results[value] }))}
          onChange={(result) => setWanted({ ...wanted, result: result as Result | '' })}
        />
        <label className="tick">
          <input type="checkbox" checked={isGrouped} onChange={({ target }) => setGrouped(target.checked)} />
          {words.byDocument}
        </label>
        {undo}
      </div>
      {kept.size === 0 ? null : <BulkActions project={project} selected={kept} onChange={onChange} onDone={() => setSelected(new Set())} />}
      <div className={shown === undefined ? '' : 'grid-with-detail'}>
        <Grids
          rows={filtered(rows, wanted.text, wanted.result)}
          isGrouped={isGrouped}
          selected={kept}
          open={open}
          onSelect={select}
          onOpen={toggle}
          onChange={changeCheck}
        />
        {shown === undefined ? null : <DetailPanel key={shown.id} row={shown} {...props} onClose={() => setOpen(undefined)} />}
      </div>
    </section>
  )
}

/** One grid, or one for each document. */
function Grids(props: {
  readonly rows: readonly GridRow[]
  readonly isGrouped: boolean
  readonly selected: ReadonlySet<string>
  readonly open: string | undefined
  onSelect(ids: ReadonlySet<string>, shown: readonly GridRow[]): void
  onOpen(id: string): void
  onChange(check: ProjectCheck): void
}) {
  const { rows, isGrouped, ...rest } = props
  const words = useText().proyectos
  const nameOf = useDocumentName()
  const [order, setOrder] = useState<GridOrder>({ column: 'number', direction: 'ascending' })
  const [most, setMost] = useState(pageSize)
  const ordered = sorted(rows, order)
  const page = useSame(ordered.slice(0, most))
  const groups = useMemo(() => (isGrouped ? byDocument(page) : [['', page] as const]), [isGrouped, page])
  if (page.length === 0) return <p>{words.nothingFound}</p>
  return (
    <div>
      {groups.map(([document, group]) => {
        const title = document === '' ? words.noDocument : nameOf(document)
        return (
          <div key={document}>
            {isGrouped ? (
              <h2>
                {title} <span className="help">{words.count(group.length)}</span>
              </h2>
            ) : null}
            <CheckGrid {...rest} rows={group} label={isGrouped ? `${words.checks}: ${title}` : words.checks} order={order} onOrder={setOrder} />
          </div>
        )
      })}
      {ordered.length > most ? (
        <button type="button" onClick={() => setMost(most + pageSize)}>
          {words.showMore(ordered.length - most)}
        </button>
      ) : null}
    </div>
  )
}

/** The rows of the last time, if they are the same ones, so that the grid is not made again. */
function useSame(rows: readonly GridRow[]): readonly GridRow[] {
  const last = useRef(rows)
  const isSame = last.current.length === rows.length && rows.every((row, index) => row === last.current[index])
  const same = isSame ? last.current : rows
  useEffect(() => {
    last.current = same
  })
  return same
}

function DetailPanel(props: ChecksProps & { readonly row: GridRow; readonly onClose: () => void }) {
  const { row, project, projectId, place, onChange, onClose } = props
  const words = useText().proyectos
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="detail-panel" aria-labelledby="detalle" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <div className="actions">
        <h2 id="detalle" tabIndex={-1} ref={heading}>
          {words.checkTitle(row.number)}
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </div>
      <p>{row.name}</p>
      <CheckDetail project={project} projectId={projectId} place={place} check={row.check} outcome={row.outcome} onChange={onChange} />
      <Photos projectId={projectId} check={row.id} />
    </section>
  )
}

/** Returns a function that names the element and parameter of a check. Unknown ones are shown as written. */
function useNames(project: Project): (check: ProjectCheck) => string {
  const { elements, parameters } = useVocabulary('', '')
  // Names are searched once each: a thousand checks have few different ones.
  const labels = useMemo(() => ({ elements: labelsOf(elements), parameters: labelsOf(parameters) }), [elements, parameters])
  return (check) => {
    const type = typeOf(project, check)
    const own = elementOf(project, check)
    const kind = `${labels.elements(type)} · ${labels.parameters(check.parameter)}`
    const where = own?.name ?? check.part
    return where === undefined ? kind : `${where}: ${kind}`
  }
}
