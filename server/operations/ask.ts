import { z } from 'zod'
import type { Draft } from '../ask/grounding.ts'
import { rephrase } from '../ask/language-model.ts'
import { countTokens } from '../ask/token-count.ts'
import type { Place } from '../engine/place.ts'
import { libraryCollection } from '../library/library.ts'
import { type AskReply, askOutput } from './ask-schema.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { groundedAnswer } from './grounded-answer.ts'
import { placeBody } from './json-values.ts'
import { assertReadsLibrary } from './library-access.ts'
import { libraryPassages } from './library-passages.ts'
import { operation } from './operation.ts'

/** Answers a question from rules or articles, or says that the base has no answer. */
export const ask = operation({
  method: 'POST',
  path: '/api/v1/ask',
  scope: 'ask',
  tag: 'ask',
  summary: 'Answer a question, with its sources',
  description:
    "Deterministic, unless the operator has set a language model: then the model may reword `answer`, with the same figures, and `rephrased` is true. A question for a figure is answered from the rules, with the cases that the question leaves open; a value to judge gets the verdict of verify; any other question is answered by quoting the paragraphs of the article. If nothing is sure enough, the answer says so and suggests the nearest articles. The place is the finer of the one in the text and `geo_id`. If they contradict each other, or the text names two places or one that several municipalities share, the answer says so (`candidates`) and states no figure. `similarity_score`: the share of the question's words, weighted by rarity, that the source contains. `tokens_used`: o200k_base tokens of question, excerpts and answer, or the count of the language model if it worded the answer. With `collection` `biblioteca` (scope `library`), `library` has passages of the documents of the office besides; the answer, its figures and its verdict are those of the base all the same.",
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(2000)
      .meta({ examples: ['¿Qué transmitancia máxima admite una cubierta plana en Madrid?'] }),
    geo_id: geoIdField.optional(),
    codes: codesField,
    collection: z.enum([libraryCollection]).optional().meta({ description: 'Quote the library of the office, too' }),
    as_of: dayField.optional(),
    history: z
      .array(z.string().min(1).max(2000))
      .max(6)
      .default([])
      .meta({
        description: 'The earlier questions of the conversation, oldest first: what this one does not say is taken from them',
        examples: [['¿Qué ancho pide una puerta de paso en una vivienda?']],
      }),
  }),
  output: askOutput,
  problems: ['unknown-code', 'unknown-municipality'],
  examples: { cubierta: { query: '¿Qué transmitancia máxima admite una cubierta plana en Madrid?', geo_id: 'ES-28079' } },
  async run(context, input) {
    const { kb, askIndex, languageModel } = context
    if (input.collection !== undefined) assertReadsLibrary(context)
    const { slots, tookOver, asked, reply } = groundedAnswer({ kb, askIndex }, input)
    const place = asked.kind === 'place' ? asked.place : undefined
    const excerpts = reply.sources.map(({ excerpt }) => excerpt).join('\n')
    const { quoted, ...body } = reply
    const draft = draftOf(reply, place)
    const wording = draft === undefined ? undefined : await rephrase(languageModel, input.query, draft, kb.book.units)
    const answer = `${wording?.text ?? reply.answer}${quoted === undefined ? '' : `\n«${quoted}»`}`
    return {
      ...body,
      answer,
      library: input.collection === undefined ? [] : libraryPassages(context, input.query),
      took_over: [...tookOver],
      rephrased: wording !== undefined,
      candidates: asked.kind === 'unclear' ? [...asked.candidates] : [],
      geo_context:
        place === undefined ? { climate_zone: slots.winter ?? null, name: null } : { climate_zone: placeBody(place).climate_zone, name: place.name },
      tokens_used: wording?.tokens ?? (await countTokens(`${input.query}\n${excerpts}\n${answer}`)),
    }
  },
})

/** The answer that a language model may reword: one figure or a quotation. Undefined for a list of figures, a request for data or a refusal. */
function draftOf({ answer, kind, sources }: AskReply, place: Place | undefined): Draft | undefined {
  if (kind !== 'figure' && kind !== 'extract') return undefined
  return {
    text: answer,
    passages: sources.map(({ excerpt }) => excerpt),
    labels: [...sources.slice(0, 1).flatMap(({ version, section }) => [`(${version})`, section]), place?.record.climateZone ?? ''],
    place: place?.name ?? null,
    keepsWords: kind === 'figure',
  }
}
