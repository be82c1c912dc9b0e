/** A record of a table. It spans several lines if a quoted cell contains line breaks. */
export interface TableRecord {
  /** Number of its first line, from 1. */
  readonly line: number
  readonly text: string
  /** True if a quote in it is never closed. */
  readonly isUnclosed: boolean
}

export interface RecordSplitter {
  /** Reads one more line and returns the records that it completes. */
  push(line: string): TableRecord[]
  /** Returns the remaining records at the end of the text. */
  end(): TableRecord[]
}

/** Longest record in lines. In a longer one the opening quote is taken as unclosed. */
const mostLinesInRecord = 50

/** Joins lines into records. `before` is the number of lines already read. An unclosed quote affects only its own line, not the lines after it. */
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

/** True if a line ends inside a quoted cell. Only a quote at the beginning of a cell opens one. */
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
