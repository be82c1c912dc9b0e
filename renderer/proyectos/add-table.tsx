import { useMutation } from '@tanstack/react-query'
import { type FormEvent, memo, useState } from 'react'
import type { Inputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { useDraft } from '../shared/draft.ts'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { saveFile } from '../shared/save-file.ts'
import type { Project } from './project.ts'
import { type ReadTable, readTable } from './read-table.ts'
import { TablePreview } from './table-preview.tsx'

/** Largest spreadsheet, in bytes: what the service takes. */
const mostSheetBytes = 10 * 1024 * 1024
const sheetName = /\.(?:xlsx|xlsm|ods|xls)$/i

/** Adds checks from a table, pasted or from a file. All rows are shown before any enters. Those of a text with errors stay out; those of a spreadsheet are corrected there first. */
export const AddTable = memo(function AddTable(props: {
  readonly project: Project
  readonly projectId: string
  readonly onAdd: (project: Project, onSaved: () => void) => void
}) {
  const { project, projectId, onAdd } = props
  const words = useText().proyectos
  const { client } = useSession()
  const { value: text, set: setText, clear, isOpen } = useDraft(`${projectId}.tabla`, '')
  const [tooLarge, setTooLarge] = useState<string>()
  const read = useMutation({ mutationFn: (table: Inputs['readChecks']) => readTable(client, project, table) })
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
  const add = (rows: ReadTable['rows']) => {
    const checks = rows.flatMap(({ check, errors }) => (check === undefined || errors.length > 0 ? [] : [check]))
    onAdd({ ...project, checks: [...(project.checks ?? []), ...checks] }, () => {
      clear()
      read.reset()
    })
  }
  return (
    <details className="panel" open={isOpen || undefined}>
      <summary>{words.table}</summary>
      <form onSubmit={submit} className="stack">
        <label className="area">
          {words.paste}
          <textarea
            rows={6}
            value={text}
            placeholder={words.sampleTable}
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              read.reset()
            }}
          />
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
      {read.data === undefined ? null : <TablePreview table={read.data} text={text} onAdd={() => add(read.data.rows)} />}
    </details>
  )
})

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
