import { useState } from 'react'
import type { Inputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { fileName, saveFile } from '../shared/save-file.ts'
import type { Standing } from './sheet.tsx'

/** Saves the sheet: all of it as a table for spreadsheets, or what is shown as a document to print. */
export function SaveButtons({
  request,
  shown,
  place,
}: {
  readonly request: Inputs['listRequirements']
  readonly shown: readonly Standing[]
  readonly place: string
}) {
  const words = useText().exigencias
  const { fetchFile } = useSession()
  const [error, setError] = useState<unknown>()
  const [isMaking, setMaking] = useState(false)
  const save = async (format: 'csv' | 'pdf', standings: readonly Standing[]): Promise<void> => {
    setError(undefined)
    setMaking(true)
    try {
      saveFile(fileName(`${words.sheet} ${place}`, format), await fetchFile('/api/v1/exigencias/tabla', { ...request, standings, format }))
    } catch (failure) {
      setError(failure)
    } finally {
      setMaking(false)
    }
  }
  return (
    <div className="actions">
      <button type="button" disabled={isMaking || shown.length === 0} onClick={() => save('pdf', shown)}>
        {words.pdf}
      </button>
      <button type="button" disabled={isMaking} onClick={() => save('csv', [])}>
        {words.csv}
      </button>
      <p className="help" role="status">
        {isMaking ? words.making : ''}
      </p>
      {error === undefined ? null : <ErrorNotice error={error} />}
    </div>
  )
}
