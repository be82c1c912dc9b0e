import type { SlotReader, Slots } from './slots.ts'

/** A question read together with the earlier ones of its conversation. */
export interface Turn {
  readonly slots: Slots
  /** What was taken over from earlier questions, in their words. */
  readonly tookOver: readonly string[]
}

/** A question with at most this many words of its own, which names no section and not both thing and quantity, goes on with the one before; so does one that begins with "y". */
const fewWords = 3

/** Reads a question; where it says too little to stand alone (`¿y en un hospital?`), what it does not say comes from the questions before it. */
export function readTurns(reader: SlotReader, question: string, history: readonly string[]): Turn {
  const own = reader.read(question)
  if (!goesOn(question, own)) return { slots: own, tookOver: [] }
  const last = history.at(-1)
  if (last === undefined) return { slots: own, tookOver: [] }
  const { slots: before } = readTurns(reader, last, history.slice(0, -1))
  return { slots: merge(before, own), tookOver: [last] }
}

function goesOn(question: string, { words, elements, parameters }: Slots): boolean {
  if (/^\s*¿?\s*(y|e|pero|entonces|and)\b/i.test(question)) return true
  const content = words.filter(({ stem }) => stem !== undefined).length
  const isWhole = /\d+\.\d/.test(question) || (elements.length > 0 && parameters.length > 0)
  return !isWhole && content <= fewWords
}

/** The later question wins wherever it says something. */
function merge(before: Slots, own: Slots): Slots {
  const known = new Map([...before.known, ...own.known])
  const offset = before.words.length
  return {
    ...own,
    elements: own.elements.length > 0 ? own.elements : before.elements,
    parameters: own.parameters.length > 0 ? own.parameters : before.parameters,
    known,
    value: own.value ?? before.value,
    judges: own.judges || (before.judges && own.value === undefined),
    unassigned: own.unassigned.length > 0 ? own.unassigned : before.unassigned,
    winter: own.winter ?? before.winter,
    side: own.side ?? before.side,
    unit: own.unit ?? before.unit,
    asksThreshold: own.asksThreshold || before.asksThreshold,
    place: own.place.kind === 'none' ? before.place : own.place,
    placeWords: new Set([...before.placeWords, ...[...own.placeWords].map((position) => position + offset)]),
    words: [...before.words, ...own.words],
  }
}
