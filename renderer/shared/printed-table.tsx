import { useEffect, useRef } from 'react'
import { cellText, headingText } from '../../server/engine/table-words.ts'
import type { Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { quantity, unitText } from '../text.ts'
import { Line } from './markdown.tsx'

export type PrintedTableBody = Outputs['getArticle']['tables'][number]

/** A table of an article as printed. `marked` highlights the cell that a verdict depends on. */
export function PrintedTable({ table, marked }: { readonly table: PrintedTableBody; readonly marked?: { row: number; column: string } | undefined }) {
  const text = useText()
  const { language } = useSession()
  const unit = unitText(table.unit)
  const shown = (cell: string): string => cellText(cell, (figure) => quantity(figure, '', language))
  const columns = columnsOf(table)
  // The first column names the row, unless it holds the figures themselves.
  const rowHeading = columns.length > 1 && marked?.column !== columns[0]?.name ? columns[0]?.name : undefined
  const decimalsOf = Object.fromEntries(columns.map(({ name, index }) => [name, name === rowHeading ? undefined : mostDecimals(table.rows, index)]))
  const cellInView = useRef<HTMLTableCellElement>(null)
  // On a narrow screen, scroll to the marked cell.
  useEffect(() => {
    const cell = cellInView.current
    const frame = cell?.closest('section')
    if (cell !== null && frame instanceof HTMLElement) frame.scrollLeft = cell.offsetLeft + cell.offsetWidth - frame.clientWidth
  }, [])
  return (
    <figure id={table.table} className="printed" lang="es">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll" aria-label={`${table.number} ${table.title}`} tabIndex={0}>
        <table>
          <caption>
            <strong>{table.number}</strong> <Line source={table.title} /> {unit === '' ? '' : `[${unit}]`}
          </caption>
          <thead>
            <tr>
              {columns.map(({ name: column }) => (
                <th key={column} scope="col" className={`${decimalsOf[column] === undefined ? '' : 'num'} ${column === marked?.column ? 'in' : ''}`}>
                  <Line source={headingText(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={row.join('|')} className={at === marked?.row ? 'in' : undefined}>
                {columns.map(({ name, index }) => {
                  const cell = row[index] ?? ''
                  const isMarked = at === marked?.row && name === marked.column
                  if (name === rowHeading)
                    return (
                      <th key={name} scope="row">
                        <Line source={shown(cell)} />
                      </th>
                    )
                  const decimals = decimalsOf[name]
                  const state = isMarked ? 'marked' : name === marked?.column ? 'in' : ''
                  return (
                    <td key={name} ref={isMarked ? cellInView : undefined} className={decimals === undefined ? state : `num ${state}`}>
                      {isMarked ? <mark>{shown(cell)}</mark> : <Line source={shown(cell)} />}
                      {decimals === undefined ? null : <Padding cell={cell} decimals={decimals} />}
                      {isMarked ? (
                        <span className="unseen" lang={language}>
                          {' '}
                          ({text.verdict.cell})
                        </span>
                      ) : null}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.notes.length === 0 ? null : (
        <ul className="help" aria-label={text.normativa.notes}>
          {table.notes.map((note) => (
            <li key={note}>
              <Line source={note} />
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

/** The most decimals in a column of figures; undefined if some cell is neither a figure nor empty. */
function mostDecimals(rows: PrintedTableBody['rows'], index: number): number | undefined {
  const cells = rows.map((row) => row[index] ?? '')
  if (!cells.every((cell) => /^-?\d+(\.\d+)?$|^[—-]?$/.test(cell))) return undefined
  return Math.max(0, ...cells.map((cell) => cell.split('.')[1]?.length ?? 0))
}

/** Keeps the room of the decimals that a figure lacks, so that the commas of a column stand below one another. It is neither read nor copied. */
function Padding({ cell, decimals }: { readonly cell: string; readonly decimals: number }) {
  const own = cell.split('.')[1]?.length ?? 0
  const missing = decimals === 0 || own === decimals ? '' : `${own === 0 ? ',' : ''}${'0'.repeat(decimals - own)}`
  return missing === '' ? null : (
    <span className="padding" aria-hidden="true">
      {missing}
    </span>
  )
}

/** The columns to show. Key columns with codes are left out if the table has a description column. */
function columnsOf({ header, keys, rows }: PrintedTableBody): { readonly name: string; readonly index: number }[] {
  const all = header.map((name, index) => ({ name, index }))
  if (!header.includes('descripcion')) return all
  return all.filter(({ name, index }) => !keys.includes(name) || !rows.some((row) => /[|_]|^[<>]=?/.test(row[index] ?? '')))
}
