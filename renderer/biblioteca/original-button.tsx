import { useState } from 'react'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { openOriginal } from './open-original.ts'

/** A button that opens the original of a document, at a page if its address names one. */
export function OriginalButton({
  url,
  name,
  label,
  description,
}: {
  readonly url: string
  readonly name: string
  readonly label?: string
  readonly description?: string
}) {
  const words = useText().biblioteca
  const { fetchFile } = useSession()
  const [error, setError] = useState<unknown>()
  const open = async (): Promise<void> => {
    setError(undefined)
    try {
      await openOriginal(fetchFile, url, name)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      <button type="button" aria-label={description} onClick={() => void open()}>
        {label ?? words.open}
      </button>
      {error === undefined ? null : <ErrorNotice error={error} />}
    </>
  )
}
