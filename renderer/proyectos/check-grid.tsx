import { memo, useState } from 'react'
import type { Key } from 'react-aria-components'
import { Button, Cell, Checkbox, Column, I18nProvider, Row, Table, TableBody, TableHeader } from 'react-aria-components'
import { Link, pageOfArticle } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { limitText } from '../verificar/limit-text.ts'
import { CellForm, type Editing } from './editable-cell.tsx'
import { type GridOrder, type GridRow, type SortColumn, sortColumns } from './grid-rows.ts'
import { type ProjectCheck, replacedLines } from './project.ts'

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
      <div className="scroll">
        <Table
          aria-label={label}
          className="checks cards"
          selectionMode="multiple"
          selectedKeys={rows.flatMap(({ id }) => (selected.has(id) ? [id] : []))}
          onSelectionChange={(keys) => onSelect(new Set(keys === 'all' ? rows.map(({ id }) => id) : [...keys].map(String)), rows)}
          sortDescriptor={order}
          onSortChange={({ column, direction }) => isSortColumn(column) && onOrder({ column, direction })}
          onRowAction={(key) => onOpen(String(key))}
        >
          <TableHeader>
            <Column width={44}>
              <Checkbox slot="selection" className="tick-box" />
            </Column>
            {sortColumns.slice(0, 4).map((column) => (
              <Column key={column} id={column} allowsSorting isRowHeader={column === 'name'}>
                {headings[column]}
              </Column>
            ))}
            <Column id="limit">{words.limit}</Column>
            <Column id="document" allowsSorting className="apart">
              {headings.document}
            </Column>
            <Column id="origin" className="apart">
              {words.origin}
            </Column>
          </TableHeader>
          <TableBody items={rows} dependencies={[open, words]}>
            {(row) => <CheckRow row={row} isOpen={row.id === open} onOpen={onOpen} onEdit={setEditing} />}
          </TableBody>
        </Table>
      </div>
      {editing === undefined ? null : <CellForm key={editing.label} editing={editing} onClose={() => setEditing(undefined)} onChange={onChange} />}
    </I18nProvider>
  )
})

function isSortColumn(column: Key): column is SortColumn {
  return sortColumns.some((one) => one === column)
}

function CheckRow(props: { readonly row: GridRow; readonly isOpen: boolean; onOpen(id: string): void; onEdit(editing: Editing): void }) {
  const { row, isOpen, onOpen, onEdit } = props
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const nameOf = useDocumentName()
  const { check, outcome, result } = row
  const verdict = outcome?.outcome === 'verdict' ? outcome.verdict : undefined
  const [source] = verdict?.sources ?? []
  return (
    <Row id={row.id} className={isOpen ? 'opened' : ''} textValue={row.name}>
      <Cell>
        <Checkbox slot="selection" className="tick-box" />
      </Cell>
      <Cell>
        <Button className="row-open" aria-expanded={isOpen} aria-label={words.openCheck(row.number)} onPress={() => onOpen(row.id)}>
          {row.number}
        </Button>
      </Cell>
      <Cell className={`result ${result ?? ''}`}>
        {result === undefined ? (
          '…'
        ) : (
          <>
            <span aria-hidden="true">{resultIcons[result]}</span> {words.results[result]}
          </>
        )}
        {row.reason === '' ? null : <span className="help why">{row.reason}</span>}
      </Cell>
      <Cell>
        {row.name}
        {replacedLines(outcome, words, 'check').map((line) => (
          <span key={line} className="help">
            {line}
          </span>
        ))}
      </Cell>
      <Cell data-label={words.value} className="value">
        <EditButton check={check} field="value" label={words.editValue(row.number, row.value)} shown={row.value} onEdit={onEdit} />
      </Cell>
      <Cell data-label={words.limit}>{verdict === undefined ? '—' : limitText(verdict, { text, language })}</Cell>
      <Cell data-label={words.source} className="apart">
        {source === undefined ? '—' : <Link to={pageOfArticle(source.url)}>{`${nameOf(source.code_slug)}, ${source.section}`}</Link>}
      </Cell>
      <Cell data-label={words.origin} className="apart">
        <EditButton
          check={check}
          field="origin"
          label={words.editOrigin(row.number, check.origin ?? '')}
          shown={check.origin || '+'}
          onEdit={onEdit}
        />
      </Cell>
    </Row>
  )
}

function EditButton(props: Omit<Editing, 'target'> & { readonly shown: string; onEdit(editing: Editing): void }) {
  const { check, field, label, shown, onEdit } = props
  return (
    <Button
      className={shown === '+' ? 'cell-edit empty' : 'cell-edit'}
      aria-label={label}
      onPress={({ target }) => onEdit({ check, field, label, target })}
    >
      {shown}
    </Button>
  )
}
