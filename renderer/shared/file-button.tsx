import { Button, FileTrigger } from 'react-aria-components'

/** A button to choose one file. */
export function FileButton({
  label,
  types,
  onFile,
}: {
  readonly label: string
  /** Accepted file extensions and media types. */
  readonly types: readonly string[]
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
      <Button>{label}</Button>
    </FileTrigger>
  )
}
