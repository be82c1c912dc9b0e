import { createContext, memo, useContext, useState } from 'react'
import type { Key } from 'react-aria-components'
import { Button, Cell, Checkbox, Column, I18nProvider, Row, Table, TableBody, TableHeader, TableLayout, Virtualizer } from 'react-aria-components'
import { Link, pageOfArticle } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { limitText } from '../verificar/limit-text.ts'
import { CellForm, type Editing } from './editable-cell.tsx'
import { type GridOrder, type GridRow, type SortColumn, sortColumns } from './grid-rows.ts'
import { type ProjectCheck, replacedLines } from './project.ts'

/** Only the rows in sight are drawn: each is measured then, and taken for this high before. */
const layout = { headingHeight: 44, estimatedRowHeight: 64 }
const widths = {
  number: { width: 56, minWidth: 56 },
  result: { minWidth: 140, defaultWidth: '2fr' },
  name: { minWidth: 176, defaultWidth: '3fr' },
  value: { width: 112 },
  limit: { minWidth: 140, defaultWidth: '2fr' },
  document: { minWidth: 146, defaultWidth: '2fr' },
  origin: { minWidth: 140, defaultWidth: '1fr' },
} as const

/** The row that is open. Read where a button is drawn, so that opening one does not make the rows of all again. */
const OpenRow = createContext<string | undefined>(undefined)

export interface GridProps {
  readonly rows: readonly GridRow[]
  readonly label: string
  readonly order: GridOrder
  readonly selected: ReadonlySet<string>
  readonly open: string | undefined
  onOrder(order: GridOrder): void
  /** Selects these of the shown rows, and no other of them. */
  onSelect(ids: ReadonlySet<string>, shown: readonly GridRow[]): void
  onOpen(id: string): void
  onChange(check: ProjectCheck): void
}

/** Checks as a grid: arrow keys move between cells, Space selects a row, Enter or a click opens it, and values are changed in their cells. */
export const CheckGrid = memo(function CheckGrid({ rows, label, order, selected, open, onOrder, onSelect, onOpen, onChange }: GridProps) {
  const words = useText().proyectos
  const { language } = useSession()
  const [editing, setEditing] = useState<Editing>()
  const headings = { number: words.number, result: words.result, name: words.what, value: words.value, document: words.source }
  return (
    <I18nProvider locale={language}>
      <OpenRow value={open}>
        <Virtualizer layout={TableLayout} layoutOptions={layout}>
          <Table
            aria-label={label}
            className="checks"
            selectionMode="multiple"
            selectedKeys={rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))}
            onSelectionChange={(keys) => onSelect(new Set(keys === 'all' ? rows.map(({ id }) => id) : [...keys].map(String)), rows)}
            sortDescriptor={order}
            onSortChange={({ column, direction }) => isSortColumn(column) && onOrder({ column, direction })}
            onRowAction={(key) => onOpen(String(key))}
          >
            <TableHeader>
              <Column width={44} minWidth={44}>
                <Checkbox slot="selection" className="tick-box" />
              </Column>
              {sortColumns.slice(0, 4).map((column) => (
                <Column key={column} id={column} allowsSorting isRowHeader={column === 'name'} {...widths[column]}>
                  {headings[column]}
                </Column>
              ))}
              <Column id="limit" {...widths.limit}>
                {words.limit}
              </Column>
              <Column id="document" allowsSorting {...widths.document}>
                {headings.document}
              </Column>
              <Column id="origin" {...widths.origin}>
                {words.origin}
              </Column>
            </TableHeader>
            <TableBody items={rows}>{(row) => <CheckRow row={row} onOpen={onOpen} onEdit={setEditing} />}</TableBody>
          </Table>
        </Virtualizer>
      </OpenRow>
      {editing === undefined ? null : <CellForm key={editing.label} editing={editing} onClose={() => setEditing(undefined)} onChange={onChange} />}
    </I18nProvider>
  )
})

function isSortColumn(column: Key): column is SortColumn {
  return sortColumns.some((one) => one === column)
}

/** A row. Of those out of sight only this is made, so what needs work is left to the contents of the cells. */
function CheckRow(props: { readonly row: GridRow; onOpen(id: string): void; onEdit(editing: Editing): void }) {
  const { row, onOpen, onEdit } = props
  return (
    <Row id={row.id} textValue={row.name}>
      <Cell>
        <Checkbox slot="selection" className="tick-box" />
      </Cell>
      <Cell>
        <OpenButton row={row} onOpen={onOpen} />
      </Cell>
      <Cell className={`result ${row.result ?? ''}`}>
        <ResultOf row={row} />
      </Cell>
      <Cell>
        <NameOf row={row} />
      </Cell>
      <Cell>
        <EditButton row={row} field="value" onEdit={onEdit} />
      </Cell>
      <Cell>
        <LimitOf row={row} />
      </Cell>
      <Cell>
        <SourceOf row={row} />
      </Cell>
      <Cell>
        <EditButton row={row} field="origin" onEdit={onEdit} />
      </Cell>
    </Row>
  )
}

interface RowProps {
  readonly row: GridRow
}

function OpenButton({ row, onOpen }: RowProps & { onOpen(id: string): void }) {
  const words = useText().proyectos
  return (
    <Button
      className="row-open"
      aria-expanded={useContext(OpenRow) === row.id}
      aria-label={words.openCheck(row.number)}
      onPress={() => onOpen(row.id)}
    >
      {row.number}
    </Button>
  )
}

function ResultOf({ row: { result, reason } }: RowProps) {
  const words = useText().proyectos
  if (result === undefined) return '…'
  return (
    <>
      <span aria-hidden="true">{resultIcons[result]}</span> {words.results[result]}
      {reason === '' ? null : (
        <span className="help why" lang="es">
          {reason}
        </span>
      )}
    </>
  )
}

function NameOf({ row: { name, outcome } }: RowProps) {
  const words = useText().proyectos
  return (
    <>
      {name}
      {replacedLines(outcome, words, 'check').map((line) => (
        <span key={line} className="help" lang="es">
          {line}
        </span>
      ))}
    </>
  )
}

function LimitOf({ row: { outcome } }: RowProps) {
  const text = useText()
  const { language } = useSession()
  return outcome?.outcome === 'verdict' ? limitText(outcome.verdict, { text, language }) : '—'
}

function SourceOf({ row: { outcome } }: RowProps) {
  const nameOf = useDocumentName()
  const source = outcome?.outcome === 'verdict' ? outcome.verdict.sources[0] : undefined
  return source === undefined ? '—' : <Link to={pageOfArticle(source.url)}>{`${nameOf(source.code_slug)}, ${source.section}`}</Link>
}

function EditButton({ row, field, onEdit }: RowProps & Pick<Editing, 'field'> & { onEdit(editing: Editing): void }) {
  const words = useText().proyectos
  const { check, number, value } = row
  const label = field === 'value' ? words.editValue(number, value) : words.editOrigin(number, check.origin ?? '')
  return (
    <Button className="cell-edit" aria-label={label} onPress={({ target }) => onEdit({ check, field, label, target })}>
      {field === 'value' ? value : check.origin || '+'}
    </Button>
  )
}
