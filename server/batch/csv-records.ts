/** A record of a table: its text, of one line or of several where a cell in quotes has line ends; or a quote that nothing closes. */
export interface TableRecord {
  /** Line of the text it begins at, from 1. */
  readonly line: number
  readonly text: string
  readonly isUnclosed: boolean
}

export interface RecordSplitter {
  /** The records that a further line completes. */
  push(line: string): TableRecord[]
  /** Those that the end completes. */
  end(): TableRecord[]
}

/** A cell of more lines than this has a quote that was never meant to open. */
const mostLinesInRecord = 50

/** Puts lines together into records, after so many lines that came before. A quote that is not closed costs its own line, never those that follow it. */
export function recordSplitter(delimiter: string, before: number): RecordSplitter {
  let line = before
  let pending: string[] = []
  let isOpen = false
  const push = (text: string): TableRecord[] => {
    pending.push(text)
    isOpen = endsOpen(text, isOpen, delimiter)
    if (isOpen) return pending.length < mostLinesInRecord ? [] : endUnclosed()
    const record = { line: line + 1, text: pending.join('\n'), isUnclosed: false }
    line += pending.length
    pending = []
    return [record]
  }
  const endUnclosed = (): TableRecord[] => {
    const [first = '', ...rest] = pending
    line++
    pending = []
    isOpen = false
    return [{ line, text: first, isUnclosed: true }, ...rest.flatMap(push)]
  }
  return {
    push,
    end() {
      const records: TableRecord[] = []
      while (pending.length > 0) records.push(...endUnclosed())
      return records
    },
  }
}

/** Whether a line ends within quotes. Only a quote that begins a cell opens one. */
function endsOpen(text: string, wasOpen: boolean, delimiter: string): boolean {
  let isOpen = wasOpen
  let isCellStart = !wasOpen
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isOpen) {
      if (character !== '"') continue
      if (text[at + 1] === '"') at++
      else isOpen = false
    } else if (character === delimiter) isCellStart = true
    else {
      isOpen = isCellStart && character === '"'
      isCellStart = false
    }
  }
  return isOpen
}
