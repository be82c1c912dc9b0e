import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Inputs, Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { saveFile } from '../shared/save-file.ts'
import { newCheck, type Project } from './project.ts'

type Rows = Outputs['readChecks']

/** Largest spreadsheet, in bytes: what the service takes. */
const mostSheetBytes = 10 * 1024 * 1024
const sheetName = /\.(?:xlsx|xlsm|ods|xls)$/i

/** Adds checks from a table, pasted or from a file. Rows with errors are listed. Those of a text leave the others; those of a spreadsheet are corrected there first. */
export function AddTable({ project, onAdd }: { readonly project: Project; readonly onAdd: (project: Project) => void }) {
  const words = useText().proyectos
  const { client } = useSession()
  const [text, setText] = useState('')
  const [tooLarge, setTooLarge] = useState<string>()
  const read = useMutation({ mutationFn: (table: Inputs['readChecks']) => client.readChecks.query(table) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTooLarge(undefined)
    if (text.trim() !== '') read.mutate({ text })
  }
  const readFile = async (file: File) => {
    const isTooLarge = file.size > mostSheetBytes
    setTooLarge(isTooLarge ? file.name : undefined)
    read.reset()
    if (isTooLarge) return
    const isSheet = sheetName.test(file.name)
    const content = isSheet ? '' : await file.text()
    setText(content)
    read.mutate(isSheet ? { file: await base64Of(file) } : { text: content })
  }
  const add = (rows: Rows['rows']) => {
    const checks = rows.flatMap((row) => ('check' in row && row.check !== undefined ? [newCheck(row.check)] : []))
    onAdd({ ...project, checks: [...(project.checks ?? []), ...checks] })
    setText('')
    read.reset()
  }
  return (
    <details className="panel">
      <summary>{words.table}</summary>
      <form onSubmit={submit} className="stack">
        <label className="area">
          {words.paste}
          <textarea rows={6} value={text} placeholder={words.sampleTable} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        </label>
        <p className="help">{words.tableHelp}</p>
        <div className="actions">
          <button type="submit">{words.readTable}</button>
          <FileButton label={words.tableFile} types={['.xlsx', '.xlsm', '.ods', '.csv', '.tsv', '.txt', 'text/csv']} onFile={readFile} />
          <TemplateButton />
        </div>
      </form>
      {tooLarge === undefined ? null : <p className="field-error">{words.tableTooLarge(tooLarge)}</p>}
      {read.error === null ? null : <ErrorNotice error={read.error} />}
      {read.data === undefined ? null : <Preview rows={read.data} onAdd={() => add(read.data.rows)} />}
    </details>
  )
}

/** Saves a spreadsheet with headings and an example, to fill in. */
function TemplateButton() {
  const words = useText().proyectos
  const { fetchFile } = useSession()
  const save = useMutation({
    mutationFn: async () => saveFile('plantilla de comprobaciones.xlsx', await fetchFile('/api/v1/comprobaciones/plantilla')),
  })
  return (
    <>
      <button type="button" onClick={() => save.mutate()}>
        {words.template}
      </button>
      {save.error === null ? null : <ErrorNotice error={save.error} />}
    </>
  )
}

function Preview({ rows: { rows, unknown_columns, sheet }, onAdd }: { readonly rows: Rows; readonly onAdd: () => void }) {
  const words = useText().proyectos
  const faulty = rows.flatMap((row) => ('errors' in row && row.errors !== undefined ? [{ line: row.line, errors: row.errors }] : []))
  const good = rows.length - faulty.length
  const isBlocked = sheet !== undefined && faulty.length > 0
  return (
    <>
      {unknown_columns.length === 0 ? null : <p className="field-error">{words.unknownColumns(unknown_columns.join(', '))}</p>}
      {sheet === undefined || sheet.hidden_rows.length === 0 ? null : <p className="field-error">{words.hiddenRows(sheet.hidden_rows.join(', '))}</p>}
      {faulty.length === 0 ? null : (
        <Notice kind="undecided" title={words.rowsWithErrors(faulty.length)}>
          <ul>
            {faulty.map((row) =>
              sheet === undefined ? <LineErrors key={row.line} row={row} /> : <CellErrors key={row.line} row={row} sheet={sheet.name} />,
            )}
          </ul>
          {isBlocked ? <p>{words.fixSheet}</p> : null}
        </Notice>
      )}
      <div className="actions">
        <button type="button" className="main" disabled={good === 0 || isBlocked} onClick={onAdd}>
          {words.addRows(good)}
        </button>
      </div>
    </>
  )
}

interface FaultyRow {
  readonly line: number
  readonly errors: readonly { readonly field: string; readonly cell?: string | undefined; readonly detail: string }[]
}

function LineErrors({ row: { line, errors } }: { readonly row: FaultyRow }) {
  return (
    <li>
      {useText().proyectos.line(line)} {errors.map(({ detail }) => detail).join('; ')}
    </li>
  )
}

/** The errors of a row of a spreadsheet, each with its cell. */
function CellErrors({ row: { line, errors }, sheet }: { readonly row: FaultyRow; readonly sheet: string }) {
  const words = useText().proyectos
  return errors.map(({ field, cell, detail }) => (
    <li key={field}>
      {cell === undefined ? words.sheetRow(sheet, line) : words.cell(sheet, cell)} {detail}
    </li>
  ))
}
