/** A text with highlighted ranges. */
export function Highlighted({
  text,
  ranges,
}: {
  readonly text: string
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
}) {
  const starts = [0, ...ranges.map(({ end }) => end)]
  return starts.map((start, index) => {
    const range = ranges[index]
    return (
      <span key={start}>
        {text.slice(start, range?.start)}
        {range === undefined ? null : <mark>{text.slice(range.start, range.end)}</mark>}
      </span>
    )
  })
}
