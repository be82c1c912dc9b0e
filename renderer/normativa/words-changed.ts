import { inline, type Piece } from '../shared/markdown-inline.ts'

export type Change = 'same' | 'removed' | 'added'

/** A word as printed. */
export interface Word {
  readonly text: string
  readonly style: Exclude<Piece['kind'], 'link'>
  /** Whether a space stands before it. */
  readonly isApart: boolean
}

/** Words in a row that share their fate. */
export interface Run {
  readonly change: Change
  readonly words: readonly Word[]
}

/** A line of a text that two editions make together. */
export type ComparedLine = readonly Run[]

/** So many comparisons of word with word are made at most; longer passages are shown whole, old and then new. */
const mostComparisons = 4_000_000
/** Passages that share less than this part of their words are easier to read one after the other. */
const leastShared = 0.4

/** Two wordings as one text: each line with what stays, goes and comes. Blank lines and the rules of tables do not count. */
export function comparedLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const lines: ComparedLine[] = []
  let removed: Word[][] = []
  let added: Word[][] = []
  const flush = (): void => {
    lines.push(...comparedPassage(removed, added))
    removed = []
    added = []
  }
  for (const { change, item } of aligned(old, now, (line) => line.map(keyOf).join(' '))) {
    if (change === 'removed') removed.push(item)
    else if (change === 'added') added.push(item)
    else {
      flush()
      lines.push([{ change, words: item }])
    }
  }
  flush()
  return lines
}

/** The shortest way from one list to another, by keys. */
export function aligned<T>(old: readonly T[], now: readonly T[], key: (item: T) => string): { readonly change: Change; readonly item: T }[] {
  const [before, after] = [old.map(key), now.map(key)]
  const wide = after.length + 1
  const common = new Uint32Array((before.length + 1) * wide)
  const at = (row: number, column: number): number => common[row * wide + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * wide + column] = before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const steps: { change: Change; item: T }[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [gone, come] = [old[row], now[column]]
    if (gone !== undefined && come !== undefined && before[row] === after[column]) {
      steps.push({ change: 'same', item: come })
      row += 1
      column += 1
    } else if (gone !== undefined && (come === undefined || at(row + 1, column) >= at(row, column + 1))) {
      steps.push({ change: 'removed', item: gone })
      row += 1
    } else if (come !== undefined) {
      steps.push({ change: 'added', item: come })
      column += 1
    }
  }
  return steps
}

function comparedPassage(removed: readonly Word[][], added: readonly Word[][]): ComparedLine[] {
  const whole = (): ComparedLine[] => [
    ...removed.map((words): ComparedLine => [{ change: 'removed', words }]),
    ...added.map((words): ComparedLine => [{ change: 'added', words }]),
  ]
  const [old, now] = [withEnds(removed), withEnds(added)]
  if (old.length === 0 || now.length === 0 || old.length * now.length > mostComparisons) return whole()
  const steps = aligned(old, now, keyOf)
  const shared = steps.filter(({ change, item }) => change === 'same' && item.text !== '\n').length
  return (2 * shared) / (old.length + now.length) < leastShared ? whole() : brokenAtEnds(steps)
}

function withEnds(lines: readonly Word[][]): Word[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n', style: 'text' as const, isApart: false }, ...line]))
}

function brokenAtEnds(steps: readonly { readonly change: Change; readonly item: Word }[]): ComparedLine[] {
  const lines: { change: Change; words: Word[] }[][] = [[]]
  for (const { change, item } of steps) {
    const line = lines.at(-1)
    const run = line?.at(-1)
    if (item.text === '\n') lines.push([])
    else if (run?.change === change) run.words.push(item)
    else line?.push({ change, words: [item] })
  }
  return lines.filter((line) => line.length > 0)
}

function linesOf(text: string): Word[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^[\s|:-]+$/.test(line))
    .map((line) =>
      wordsOf(
        line
          .trim()
          .replace(/^#+ |^\| *| *\|$/g, '')
          .replace(/^- /, '• '),
      ),
    )
}

function wordsOf(source: string, within?: 'strong'): Word[] {
  let isApart = false
  return inline(source).flatMap((piece): Word[] => {
    if (piece.kind === 'strong' || piece.kind === 'link') {
      const words = wordsOf(piece.text, piece.kind === 'strong' ? 'strong' : within).map((word, index) =>
        index === 0 ? { ...word, isApart: word.isApart || isApart } : word,
      )
      isApart = false
      return words
    }
    const style: Word['style'] = piece.kind === 'text' ? (within ?? 'text') : piece.kind
    return [...piece.text.matchAll(/(\s*)(\S+)|\s+$/g)].flatMap(([, space = '', text]) => {
      if (text === undefined) {
        isApart = true
        return []
      }
      const word = { text, style, isApart: isApart || space !== '' }
      isApart = false
      return [word]
    })
  })
}

function keyOf({ text, style }: Word): string {
  return `${style} ${text}`
}
