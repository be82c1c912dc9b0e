import type { Slots } from '../ask/slots.ts'
import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import type { AskReply } from './ask-schema.ts'

interface Answered {
  readonly slots: Slots
  readonly reply: AskReply
}

/** What may be a number with a mark before three digits: `3.000`, `3,000`. */
const marked = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,]\d|\d)/g

/**
 * Answers a question with a number that can be read in two ways (`3.000`: three thousand, or three with three decimals). Where both readings get the same
 * figures and the same verdict, that is the answer, which says so if something is judged. Where only the number in thousands is judged, and the
 * other one would be quoted the same article, it is taken, and the answer says so; else the answer asks which one is meant.
 */
export function inBothReadings<Answer extends Answered>(question: string, answerTo: (question: string) => Answer): Answer {
  const asked = answerTo(question)
  const { unclear } = asked.slots
  if (unclear === undefined) return asked
  const thousands = answerTo(written(question, 'grouped'))
  const decimals = answerTo(written(question, 'decimal'))
  const isJudged = thousands.reply.verdict !== null || decimals.reply.verdict !== null
  const isSame = meaning(thousands.reply) === meaning(decimals.reply)
  if (thousands.reply.kind === 'refusal' || (!isJudged && isSame)) return thousands
  // Of two such numbers one may be thousands and the other not.
  if (isSame && isOnly(question)) {
    const { grouped, decimal } = unclear.readings
    const both = `«${unclear.typed}» puede ser ${grouped} o ${decimal}: con las dos lecturas el resultado es el mismo.`
    return { ...thousands, reply: { ...thousands.reply, answer: `${both}\n${thousands.reply.answer}` } }
  }
  if (isGrouped(thousands.reply, decimals.reply) && isOnly(question)) {
    const { grouped, decimal } = unclear.readings
    const read = `«${unclear.typed}» se lee ${grouped}: ${decimal.replace(/,?0+$/, '')} estaría lejos de cualquier límite.`
    return { ...thousands, reply: { ...thousands.reply, answer: `${read}\n${thousands.reply.answer}` } }
  }
  const answer = `${askBack(unclear.typed, unclear.readings).es}.`
  return {
    ...thousands,
    reply: { ...thousands.reply, answer, quoted: undefined, kind: 'refusal', grounded: false, verdict: null, assumes: [], figures: [], sources: [] },
  }
}

/** True if a number is judged in thousands, as Spanish writes it, and with decimals is not, by the same article: it is a thousand times too small for it. */
function isGrouped(thousands: AskReply, decimals: AskReply): boolean {
  const [article] = thousands.sources
  return thousands.verdict !== null && decimals.verdict === null && article !== undefined && article.url === decimals.sources[0]?.url
}

/** A question with its ambiguous numbers written in one of their readings. */
function written(question: string, reading: 'grouped' | 'decimal'): string {
  return question.replace(marked, (text) => {
    const read = readTypedNumber(text)
    return read.kind === 'ambiguous' ? read[reading] : text
  })
}

function isOnly(question: string): boolean {
  return question.match(marked)?.filter((text) => readTypedNumber(text).kind === 'ambiguous').length === 1
}

function meaning({ figures, sources, verdict }: AskReply): string {
  return JSON.stringify([verdict, figures, sources.map(({ url }) => url)])
}
