const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu
const gap = 2
const narrowest = 8

/** A name as one line of plain text: control characters, line breaks and text direction marks are written as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(breaking, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Formats a table: rows under aligned headings, each row on one line whatever its cells contain. If it is wider than `width` columns, the cells of the
 * widest columns go on in the lines below; no text is left out.
 */
export function columns(headings: readonly string[], cells: readonly (readonly string[])[], width?: number): string {
  const rows = [headings, ...cells].map((row) => row.map(oneLine))
  const widths = fitted(naturalWidths(rows), width)
  return rows
    .flatMap((row) => {
      const parts = row.map((cell, at) => inLines(cell, widths[at] ?? 0))
      const height = Math.max(1, ...parts.map(({ length }) => length))
      return Array.from({ length: height }, (_, line) =>
        parts
          .map((part, at) => (part[line] ?? '').padEnd(widths[at] ?? 0))
          .join(' '.repeat(gap))
          .trimEnd(),
      )
    })
    .join('\n')
}

/** Columns that a table takes where nothing is wrapped. */
export function tableWidth(headings: readonly string[], cells: readonly (readonly string[])[]): number {
  return totalOf(naturalWidths([headings, ...cells]))
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0))
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one + gap, -gap)
}

/** The widest columns become narrower until all fit. */
function fitted(widths: readonly number[], width = Number.POSITIVE_INFINITY): readonly number[] {
  const fit = [...widths]
  while (totalOf(fit) > width) {
    const widest = Math.max(...fit)
    if (widest <= narrowest) break
    fit[fit.indexOf(widest)] = widest - 1
  }
  return fit
}

/** A cell in lines of at most `width` characters, broken between words where that is possible. */
function inLines(cell: string, width: number): string[] {
  const lines: string[] = []
  let rest = cell
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const at = space > 0 ? space : width
    lines.push(rest.slice(0, at))
    rest = rest.slice(at).replace(/^ /, '')
  }
  return rest === '' ? lines : [...lines, rest]
}
