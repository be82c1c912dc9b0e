import { beyondTheBase, withoutNames } from '../ask/beyond.ts'
import type { Slots } from '../ask/slots.ts'
import { toSpanish } from '../ask/to-spanish.ts'
import { readTurns } from '../ask/turns.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { wordingOf } from '../kb/wording.ts'
import { compoundReply } from './ask-compound.ts'
import { type PlaceAsked, placeAsked } from './ask-place.ts'
import { replyTo } from './ask-reply.ts'
import type { AskReply } from './ask-schema.ts'
import { inBothReadings } from './both-readings.ts'
import type { Context } from './operation.ts'

interface Asked {
  readonly query: string
  readonly geo_id?: string | undefined
  readonly codes: readonly { readonly slug: string }[]
  readonly as_of?: string | undefined
  readonly history: readonly string[]
}

interface GroundedAnswer {
  readonly slots: Slots
  readonly tookOver: readonly string[]
  readonly asked: PlaceAsked
  readonly reply: AskReply
}

/** The answer of the base to a question, in its own words. Throws `unknown-code` and the errors of `placeFor`. */
export function groundedAnswer({ kb, askIndex }: Pick<Context, 'kb' | 'askIndex'>, input: Asked): GroundedAnswer {
  for (const { slug } of input.codes)
    if (!kb.book.documents.has(slug))
      throw new ServiceError(
        'unknown-code',
        { es: `La base no tiene la norma «${quoted(slug)}»`, en: `The knowledge base does not hold "${quoted(slug)}"` },
        { candidates: [...kb.book.documents.keys()].slice(0, 10) },
      )
  const index = askIndex()
  const day = input.as_of ?? kb.meta.referenceDate
  const documents = input.codes.map(({ slug }) => slug)
  const inSpanish = (text: string): string => toSpanish(text, kb).text
  return inBothReadings(input.query, (asked) => {
    const { text: spanish, language, unread } = toSpanish(asked, kb)
    // What is not the law's text is said in the language of the question, if the program has it.
    const words = wordingOf({ kb, language: language === 'en' ? 'en' : 'es' })
    // `Tarifa` is a town, and no tariff.
    const beyond = beyondTheBase(kb, spanish) && beyondTheBase(kb, withoutPlace(spanish, index.slots.read(spanish)))
    const query = beyond?.instead === undefined ? spanish : withoutNames(spanish, beyond)
    const { slots, tookOver } = readTurns(index.slots, query, input.history.map(inSpanish))
    const placed = placeAsked(words, slots.place, input.geo_id)
    const answer = (question: string, read: Slots): AskReply =>
      replyTo(words, index, { question, slots: read, asked: placed, day, documents, beyond, unread })
    const whole = answer(query, slots)
    const compound =
      slots.judges || beyond !== undefined
        ? undefined
        : compoundReply(query, whole, {
            answer: ({ text }) => answer(text, index.slots.read(text)),
            namesThing: ({ own }) => index.slots.read(own).elements.length > 0,
          })
    return { slots, tookOver, asked: placed, reply: compound ?? whole }
  })
}

/** A question without the words that name its place, as they are written there: `Tarifa`, and not `tarifa`. */
function withoutPlace(question: string, { words, placeWords }: Slots): string {
  const names = words.flatMap(({ text }, position) => (placeWords.has(position) ? [text] : []))
  return names.length === 0 ? question : question.replace(new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'gu'), ' ')
}
