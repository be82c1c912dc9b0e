import { type FichaCheck, resultWords } from './model.ts'
import { type ResultTone, toneOf } from './result-tone.ts'

const looks: Readonly<Record<ResultTone, { readonly fillColor?: string; readonly color?: string; readonly bold: boolean }>> = {
  plain: { bold: false },
  fails: { fillColor: '#000000', color: '#ffffff', bold: true },
  undecided: { fillColor: '#d9d9d9', bold: true },
}

/** The cell of a result, which stands out in black and white too. */
export function resultCell(result: FichaCheck['result']): {
  readonly text: string
  readonly fillColor?: string
  readonly color?: string
  readonly bold: boolean
  readonly margin?: [number, number, number, number]
} {
  const text = resultWords[result]
  const look = looks[toneOf(text)]
  // White on black to the very edge is cut for the eye.
  return { text, ...look, ...(look.fillColor === undefined ? {} : { margin: [3, 0, 0, 0] }) }
}
