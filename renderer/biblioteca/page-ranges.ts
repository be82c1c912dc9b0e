/** Most ranges that are named. */
const mostNamed = 12

/** Numbers of pages, in order, as ranges: `3–7, 12`. */
export function rangesOf(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last !== undefined && page === last.to + 1) last.to = page
    else ranges.push({ from: page, to: page })
  }
  const named = ranges.slice(0, mostNamed).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
  return `${named.join(', ')}${ranges.length > mostNamed ? ' …' : ''}`
}
