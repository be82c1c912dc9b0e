import type { Slots } from '../ask/slots.ts'
import { askBack } from '../engine/typed-number.ts'
import type { AskReply } from './ask-schema.ts'

interface Answered {
  readonly slots: Slots
  readonly reply: AskReply
}

/** A number that may mean thousands or decimals: `3.000`. */
const ambiguous = /(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,]\d|\d)/g

/** A number with a decimal comma; three digits behind it could be thousands. */
const decimalComma = /(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d.,]\d|\d)/

/**
 * Answers a question with a number that can be read in two ways (`3.000`: three thousand, or three with three decimals). Where both readings get the same
 * figures and the same verdict, that is the answer; else the answer asks which one is meant.
 */
export function inBothReadings<Answer extends Answered>(question: string, answerTo: (question: string) => Answer): Answer {
  const asked = answerTo(question)
  const { unclear } = asked.slots
  if (unclear === undefined) return asked
  const thousands = answerTo(question.replace(ambiguous, (text) => text.replace('.', '')))
  // Who writes decimals with a comma separates thousands with the point.
  if (decimalComma.test(question)) return thousands
  const decimals = answerTo(question.replace(ambiguous, (text) => text.replace('.', ',')))
  if (
    thousands.reply.kind === 'refusal' ||
    (thousands.reply.verdict === decimals.reply.verdict && meaning(thousands.reply) === meaning(decimals.reply))
  )
    return thousands
  const answer = `${askBack(unclear.typed, unclear.readings).es}.`
  return {
    ...thousands,
    reply: { ...thousands.reply, answer, quoted: undefined, kind: 'refusal', grounded: false, verdict: null, assumes: [], figures: [], sources: [] },
  }
}

function meaning({ figures, sources }: AskReply): string {
  return JSON.stringify([figures, sources.map(({ url }) => url)])
}
