import type { ReactNode } from 'react'
import { Button, FileTrigger } from 'react-aria-components'

/** A button to choose one file. */
export function FileButton({
  label,
  types,
  describedBy,
  onFile,
}: {
  readonly label: ReactNode
  /** Accepted file extensions and media types. */
  readonly types: readonly string[]
  /** The id of a text that explains the file. */
  readonly describedBy?: string | undefined
  readonly onFile: (file: File) => void
}) {
  return (
    <FileTrigger
      acceptedFileTypes={[...types]}
      onSelect={(files) => {
        const file = files?.item(0)
        if (file !== null && file !== undefined) onFile(file)
      }}
    >
      <Button {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}>{label}</Button>
    </FileTrigger>
  )
}
