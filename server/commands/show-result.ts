import { answerCsv } from './answer-text.ts'
import type { Show, Terminal } from './terminal.ts'
import { foldedText } from './text-table.ts'

/** How a command prints, as the options say. */
interface Formats {
  readonly json: boolean
  readonly csv: boolean
}

/** Prints what a command found as JSON, as CSV, or as text. In CSV a list has a row for each thing in it, and one thing is one row. */
export function showResult({ out, width }: Terminal, { json, csv }: Formats): Show {
  return (value, text) => {
    if (json) out(JSON.stringify(value, null, 2))
    else out(csv ? answerCsv({ items: Array.isArray(value) ? value : [value] }) : foldedText(text, width))
  }
}
