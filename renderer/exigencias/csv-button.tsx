import { useState } from 'react'
import type { Inputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { fileName, saveFile } from '../shared/save-file.ts'

/** Saves the whole sheet as a table for spreadsheets. */
export function CsvButton({ request, place }: { readonly request: Inputs['listRequirements']; readonly place: string }) {
  const words = useText().exigencias
  const { fetchFile } = useSession()
  const [error, setError] = useState<unknown>()
  const save = async (): Promise<void> => {
    setError(undefined)
    try {
      saveFile(fileName(`${words.sheet} ${place}`, 'csv'), await fetchFile('/api/v1/exigencias/tabla', request))
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <div className="actions">
      <button type="button" onClick={save}>
        {words.csv}
      </button>
      {error === undefined ? null : <ErrorNotice error={error} />}
    </div>
  )
}
