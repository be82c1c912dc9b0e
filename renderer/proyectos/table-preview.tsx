import { withUnit } from '../../server/engine/unit-words.ts'
import { useSession, useText } from '../session.tsx'
import { resultIcons } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { TableHead } from '../shared/table-head.tsx'
import { figure, unitText } from '../text.ts'
import { useVocabulary } from '../verificar/use-vocabulary.ts'
import { resultOf } from './project.ts'
import type { ReadRow, ReadTable } from './read-table.ts'

/** Every row of a table as it was read and tried, before any of them enters. Rows with errors never enter. */
export function TablePreview(props: { readonly table: ReadTable; readonly text: string; readonly onAdd: () => void }) {
  const { table, text, onAdd } = props
  const { rows, unknown_columns: unknown, sheet } = table
  const words = useText().proyectos
  const faulty = rows.filter(({ errors }) => errors.length > 0).length
  const good = rows.length - faulty
  const isBlocked = sheet !== undefined && faulty > 0
  const lines = text.split(/\r\n|\r|\n/)
  return (
    <>
      {unknown.length === 0 ? null : <p className="field-error">{words.unknownColumns(unknown.join(', '))}</p>}
      {sheet === undefined || sheet.hidden_rows.length === 0 ? null : <p className="field-error">{words.hiddenRows(sheet.hidden_rows.join(', '))}</p>}
      <p role="status">
        <strong>{words.rowsRead(good, faulty)}</strong> {faulty === 0 ? '' : isBlocked ? words.fixSheet : words.faultyStay}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll preview" aria-label={words.rowsTitle} tabIndex={0}>
        <table>
          <TableHead columns={[words.lineHeading, words.result, words.what, words.value]} />
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row.line} row={row} sheet={sheet?.name} raw={lines[row.line - 1] ?? ''} />
            ))}
          </tbody>
        </table>
      </section>
      <div className="actions">
        <button type="button" className="main" disabled={good === 0 || isBlocked} onClick={onAdd}>
          {words.addRows(good)}
        </button>
      </div>
    </>
  )
}

/** One row. `raw`: the line as it was typed; `sheet`: the name of the sheet that it comes from. */
function PreviewRow({ row, sheet, raw }: { readonly row: ReadRow; readonly sheet: string | undefined; readonly raw: string }) {
  const words = useText().proyectos
  const { language } = useSession()
  const { elements, parameters } = useVocabulary('', '')
  const { line, check, outcome, errors } = row
  const result = errors.length > 0 ? 'wrong' : outcome === undefined ? 'undecided' : resultOf(outcome)
  const place = (cell: string | undefined): string =>
    sheet === undefined ? words.line(line) : cell === undefined ? words.sheetRow(sheet, line) : words.cell(sheet, cell)
  return (
    <tr>
      <td>{line}</td>
      <td className={`result ${result === 'wrong' ? 'fails' : result}`}>
        <span aria-hidden="true">{resultIcons[result === 'wrong' ? 'fails' : result]}</span>{' '}
        {result === 'wrong' ? words.rowWrong : words.results[result]}
      </td>
      <td>
        {check === undefined
          ? raw
          : `${optionNamed(elements, check.element ?? '')?.label ?? check.element} · ${optionNamed(parameters, check.parameter)?.label ?? check.parameter}`}
        {errors.map(({ field, cell, detail }) => (
          <span key={`${field} ${detail}`} className="field-error why">
            {place(cell)} {detail}
          </span>
        ))}
      </td>
      <td>{check === undefined ? '' : withUnit(figure(check.value, language), unitText(check.unit), language)}</td>
    </tr>
  )
}
