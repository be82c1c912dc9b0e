const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu
const gap = 2
/** Where rows take more lines than this, on average, they are easier to read one field under the other. */
const mostLinesOfRow = 4
const longWord = 24

/** A name as one line of plain text: control characters, line breaks and text direction marks are written as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(breaking, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Formats a table: rows under aligned headings, each row on one line whatever its cells contain. If it is wider than `width` columns, the cells of the
 * widest columns go on in the lines below, between words; if that does not do, the fields of each row are under each other. No text is left out.
 */
export function columns(headings: readonly string[], cells: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string {
  const rows = [headings, ...cells].map((row) => row.map(oneLine))
  const widths = fitted(rows, width)
  const lines = widths === undefined ? [] : rows.map((row) => rowLines(row, widths))
  if (widths === undefined || lines.flat().length > mostLinesOfRow * lines.length) return records(headings, rows.slice(1), width)
  return lines.flat().join('\n')
}

/** A line in lines of at most `width` characters, broken between words; what follows stands two columns to the right of its beginning. */
export function folded(line: string, width = Number.POSITIVE_INFINITY): string[] {
  const indent = ' '.repeat(Math.min((/^ */.exec(line)?.[0].length ?? 0) + gap, Math.floor(width / 2)))
  const [first = '', ...rest] = inLines(line, width, width - indent.length)
  return [first, ...rest.map((one) => indent + one)]
}

/** Each line of a text that is longer than `width` in several. Undefined leaves it as it is. */
export function foldedText(text: string, width: number | undefined): string {
  return width === undefined
    ? text
    : text
        .split('\n')
        .flatMap((line) => folded(line, width))
        .join('\n')
}

function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const parts = row.map((cell, at) => inLines(cell, widths[at] ?? 0))
  const height = Math.max(1, ...parts.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) =>
    parts
      .map((part, at) => (part[line] ?? '').padEnd(widths[at] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

/** The fields of each row under each other, and a line between rows. Empty ones are left out. */
function records(headings: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const field = (cell: string, at: number): string[] => {
    const heading = headings[at] ?? ''
    return cell === '' ? [] : folded(heading === '' ? cell : `${heading}: ${cell}`, width)
  }
  return rows.map((row) => row.flatMap(field).join('\n')).join('\n\n')
}

/** The width of each column, the widest made narrower until all fit; undefined if a word would have to be broken. */
function fitted(rows: readonly (readonly string[])[], width: number): readonly number[] | undefined {
  const most = (of: (cell: string) => number): number[] =>
    (rows[0] ?? []).map((_, at) => rows.reduce((widest, row) => Math.max(widest, of(row[at] ?? '')), 0))
  const fit = most(({ length }) => length)
  const least = most((cell) =>
    cell
      .split(' ')
      .flatMap(pieces)
      .reduce((longest, { length }) => Math.max(longest, length), 0),
  )
  if (totalOf(least) > width) return undefined
  while (totalOf(fit) > width) {
    const spare = fit.map((one, at) => (one > (least[at] ?? 0) ? one : 0))
    const at = spare.indexOf(Math.max(...spare))
    fit[at] = (fit[at] ?? 0) - 1
  }
  return fit
}

/** A long word, such as the two names of a place, may be broken after a slash. */
function pieces(word: string): readonly string[] {
  return word.length > longWord ? word.split(/(?<=\/)/) : [word]
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one + gap, -gap)
}

/** A text in lines of at most `width` characters, those after the first of at most `later`, broken between words where that is possible. */
function inLines(text: string, width: number, later = width): string[] {
  const lines: string[] = []
  let rest = text
  for (let room = width; rest.length > room; room = later) {
    const begin = /^ */.exec(rest)?.[0].length ?? 0
    const space = rest.lastIndexOf(' ', room)
    const at = space > begin ? space : Math.max(rest.lastIndexOf('/', room - 1) + 1, begin) || room
    lines.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? lines : [...lines, rest]
}
