import { inline, type Piece } from '../shared/markdown-inline.ts'

export type Change = 'same' | 'removed' | 'added'

/** A word with its style. */
export interface Word {
  readonly text: string
  readonly style: Exclude<Piece['kind'], 'link'>
  /** True if a space precedes it. */
  readonly isApart: boolean
}

/** Consecutive words with the same change. */
export interface Run {
  readonly change: Change
  readonly words: readonly Word[]
}

/** A line of the combined text. */
export type ComparedLine = readonly Run[]

/** Limit of word comparisons. Longer passages are shown whole: first the old one, then the new one. */
const maxComparisons = 4_000_000
/** Passages that share a smaller part of their words are also shown whole, which is easier to read. */
const minShared = 0.4

/** Combines two wordings into one text with unchanged, removed and added words. Blank lines and separator lines of tables are ignored. */
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
  for (const { change, item } of diff(old, now, (line) => line.map(keyOf).join(' '))) {
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

/** The shortest edit script between two lists (longest common subsequence); items are equal if their keys are. */
export function diff<T>(old: readonly T[], now: readonly T[], key: (item: T) => string): { readonly change: Change; readonly item: T }[] {
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
  if (old.length === 0 || now.length === 0 || old.length * now.length > maxComparisons) return whole()
  const steps = diff(old, now, keyOf)
  const shared = steps.filter(({ change, item }) => change === 'same' && item.text !== '\n').length
  return (2 * shared) / (old.length + now.length) < minShared ? whole() : brokenAtEnds(steps)
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
