import type { Slots } from '../ask/slots.ts'
import { askBack } from '../engine/typed-number.ts'
import type { AskReply } from './ask-schema.ts'

interface Answered {
  readonly slots: Slots
  readonly reply: AskReply
}

/** A number that may mean thousands or decimals: `3.000`. */
const ambiguous = /(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,]\d|\d)/g

/**
 * Answers a question with a number that can be read in two ways (`3.000`: three thousand, or three with three decimals). Where both readings get the same
 * figures and neither is a value to judge, that is the answer; else the answer asks which one is meant.
 */
export function inBothReadings<Answer extends Answered>(question: string, answerTo: (question: string) => Answer): Answer {
  const asked = answerTo(question)
  const { unclear } = asked.slots
  if (unclear === undefined) return asked
  const thousands = answerTo(question.replace(ambiguous, (text) => text.replace('.', '')))
  const decimals = answerTo(question.replace(ambiguous, (text) => text.replace('.', ',')))
  const isJudged = thousands.reply.verdict !== null || decimals.reply.verdict !== null
  if (thousands.reply.kind === 'refusal' || (!isJudged && meaning(thousands.reply) === meaning(decimals.reply))) return thousands
  const answer = `${askBack(unclear.typed, unclear.readings).es}.`
  return {
    ...thousands,
    reply: { ...thousands.reply, answer, quoted: undefined, kind: 'refusal', grounded: false, verdict: null, assumes: [], figures: [], sources: [] },
  }
}

function meaning({ figures, sources }: AskReply): string {
  return JSON.stringify([figures, sources.map(({ url }) => url)])
}
