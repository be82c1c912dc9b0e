import type { ReactNode } from 'react'
import { Button, FileTrigger } from 'react-aria-components'

/** A button to choose one file, or several with `onFiles`. */
export function FileButton({
  label,
  types,
  describedBy,
  onFile,
  onFiles,
}: {
  readonly label: ReactNode
  /** Accepted file extensions and media types. */
  readonly types: readonly string[]
  /** The id of a text that explains the file. */
  readonly describedBy?: string | undefined
  readonly onFile?: (file: File) => void
  readonly onFiles?: (files: readonly File[]) => void
}) {
  return (
    <FileTrigger
      acceptedFileTypes={[...types]}
      allowsMultiple={onFiles !== undefined}
      onSelect={(files) => {
        const all = [...(files ?? [])]
        const [file] = all
        if (file !== undefined) onFile?.(file)
        if (all.length > 0) onFiles?.(all)
      }}
    >
      <Button {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}>{label}</Button>
    </FileTrigger>
  )
}
