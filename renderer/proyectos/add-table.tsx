import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { newCheck, type Project } from './project.ts'

type Rows = Outputs['readChecks']

/** Adds checks from a table, pasted or from a file. Rows with errors are listed; the others can still be added. */
export function AddTable({ project, onAdd }: { readonly project: Project; readonly onAdd: (project: Project) => void }) {
  const words = useText().proyectos
  const { client } = useSession()
  const [text, setText] = useState('')
  const read = useMutation({ mutationFn: (table: string) => client.readChecks.query({ text: table }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') read.mutate(text)
  }
  const readFile = async (file: File) => {
    const content = await file.text()
    setText(content)
    read.mutate(content)
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
          <FileButton label={words.tableFile} types={['.csv', '.tsv', '.txt', 'text/csv']} onFile={readFile} />
        </div>
      </form>
      {read.error === null ? null : <ErrorNotice error={read.error} />}
      {read.data === undefined ? null : <Preview rows={read.data} onAdd={() => add(read.data.rows)} />}
    </details>
  )
}

function Preview({ rows: { rows, unknown_columns }, onAdd }: { readonly rows: Rows; readonly onAdd: () => void }) {
  const words = useText().proyectos
  const faulty = rows.flatMap((row) => ('errors' in row && row.errors !== undefined ? [{ line: row.line, errors: row.errors }] : []))
  const good = rows.length - faulty.length
  return (
    <>
      {unknown_columns.length === 0 ? null : <p className="field-error">{words.unknownColumns(unknown_columns.join(', '))}</p>}
      {faulty.length === 0 ? null : (
        <Notice kind="undecided" title={words.rowsWithErrors(faulty.length)}>
          <ul>
            {faulty.map(({ line, errors }) => (
              <li key={line}>
                {words.line(line)} {errors.map(({ detail }) => detail).join('; ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="actions">
        <button type="button" className="main" disabled={good === 0} onClick={onAdd}>
          {words.addRows(good)}
        </button>
      </div>
    </>
  )
}
