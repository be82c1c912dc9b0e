import { z } from 'zod'
import { type LineParts, readLineParts } from '../ask/line-parts.ts'
import { toSpanish as spanishOf } from '../ask/to-spanish.ts'
import { toSpanish } from '../engine/decimal.ts'
import { nameWords } from '../engine/name-words.ts'
import type { Place } from '../engine/place.ts'
import { meantElements, meantParameters } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said, wordingOf } from '../kb/wording.ts'
import { placeAsked } from './ask-place.ts'
import { geoIdField } from './fields.ts'
import { groundedAnswer } from './grounded-answer.ts'
import { checksMeant, limitsMeant } from './line-checks.ts'
import { articlesMeant, documentsNamed, placeReading, placesNamed, projectsNamed } from './line-names.ts'
import { pairsMeant, pairsOffered } from './line-pairs.ts'
import { type LineReading, lineOutput } from './line-schema.ts'
import { lineValue } from './line-value.ts'
import { type Context, operation, type Scope } from './operation.ts'
import { placeFor } from './place-for.ts'
import { valueLabel } from './value-label.ts'

/** Reads a line as people type it into a single field. */
export const readLine = operation({
  method: 'GET',
  path: '/api/v1/linea',
  scope: 'read',
  tag: 'ask',
  summary: 'What a line means: a check, a limit, a section, a place, a document, a project, a question',
  description:
    'For one field that understands everything: `cubierta plana 0,5 en Burgos a 1000 m`, `u fachada burgos`, `SI 3`, `radón Ávila`, `¿qué altura de barandilla…?`. The readings are in the order of their likelihood, each with its answer in short; a check is decided as verify decides it. A verdict needs the scope `verify`, an answer `ask`. Deterministic, and never reworded by a language model.',
  input: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(400)
      .meta({ examples: ['cubierta plana 0,5 en Burgos a 1000 m'] }),
    geo_id: geoIdField.optional().meta({ description: 'The place, where the line names none' }),
  }),
  output: lineOutput,
  problems: ['unknown-municipality'],
  examples: { verdict: { q: 'cubierta plana 0,5 en Burgos a 1000 m' }, section: { q: 'SI 3' } },
  async run(context, input) {
    const { kb } = context
    const line = spanishOf(input.q, kb).text
    const parts = readLineParts(line, context.askIndex().slots, kb)
    const asked = placeAsked(kb, parts.place, undefined)
    const own = asked.kind === 'place' ? asked.place : undefined
    const assumed = own === undefined && input.geo_id !== undefined ? placeFor(kb, input.geo_id, 'geo_id') : undefined
    const place = own ?? assumed
    const unclear = asked.kind === 'unclear' ? asked : undefined
    return {
      place: place === undefined ? null : { geo_id: place.geoId, name: place.name, is_assumed: own === undefined },
      notice: unclear?.why ?? null,
      readings: await readingsOf(context, input.q, parts, { own, place, candidates: unclear?.candidates.map(({ geo_id }) => geo_id) ?? [] }),
    }
  },
})

interface Where {
  /** The place that the line names. */
  readonly own: Place | undefined
  /** That, or the one that is assumed. */
  readonly place: Place | undefined
  /** The places that the line may name, if that is unclear. */
  readonly candidates: readonly string[]
}

async function readingsOf(context: Context, line: string, parts: LineParts, where: Where): Promise<LineReading[]> {
  const { kb, store } = context
  const words = wordingOf(context)
  const articles = articlesMeant(kb, line)
  const documents = documentsNamed(kb, line)
  const checks = articles.isNamed ? [] : checksOf(context, parts, where)
  const isTerm = meantElements(kb.book, line).length > 0 || meantParameters(kb.book, line).length > 0
  const isCheck = checks.some(({ kind }) => kind === 'check') || (where.own !== undefined && checks.length > 0)
  const candidates = where.candidates.flatMap((id) => placeReading(words, id.slice('ES-'.length)))
  const places = parts.isQuestion || isCheck || candidates.length > 0 ? candidates : placesNamed(words, line, 'words')
  // A beginning of a name counts only where nothing is named whole: `Puertas` is not meant by `puerta`.
  const isSettled = isTerm || isCheck || articles.isNamed || places.length > 0 || parts.isQuestion
  const begun = isSettled ? [] : placesNamed(words, line, 'beginning')
  const question = parts.isQuestion ? answerTo(context, line, where) : []
  const isUnread = !parts.isOpen && !parts.isQuestion && !articles.isNamed && checks.length + places.length === 0
  const things = isTerm || isCheck ? [...checks, ...places] : [...places, ...checks, ...begun]
  return [
    ...question,
    ...(articles.isNamed ? articles.readings : []),
    ...(documents.isNamed ? documents.readings : []),
    ...datumOf(words, parts, where.own),
    ...things,
    ...projectsNamed(await store.projects.list(), line),
    ...(documents.isNamed ? [] : documents.readings),
    ...(isUnread ? offered(context, parts, where) : []),
    ...(articles.isNamed ? [] : articles.readings.slice(0, isCheck ? 2 : undefined)),
    ...(parts.isQuestion ? [] : [{ kind: 'question' as const, title: line, detail: '', needs: [] }]),
  ]
}

function checksOf(context: Context, parts: LineParts, { place }: Where): LineReading[] {
  if (parts.isOpen || parts.isQuestion) return []
  const { kb, who } = context
  const { altitude } = parts
  const told = { place: place ?? placeFor(kb, 'ES'), mayVerify: mayDo(who, 'verify'), words: wordingOf(context) }
  const judged = (given: LineParts['value'], high: string | undefined, onlyLike: boolean): LineReading[] => {
    const value = lineValue(given)
    return value === undefined ? [] : checksMeant(kb, pairsMeant(kb, parts.thing, value), { ...told, altitude: high, value }, onlyLike)
  }
  if (parts.value !== undefined) return judged(parts.value, altitude?.text, false)
  // `barandilla en Burgos a 1,1 m`: with no other number, what stands where an altitude does is the value, if the limit has figures like it.
  const asValue = altitude === undefined || altitude.isSaid ? [] : judged({ text: altitude.text, unit: 'm' }, undefined, true)
  return asValue.length > 0
    ? asValue
    : limitsMeant(kb, pairsMeant(kb, parts.thing, undefined), { ...told, altitude: altitude?.text, value: undefined })
}

/** The checks or limits nearest to a line that names none, nearest first. */
function offered(context: Context, { thing, value: given, altitude }: LineParts, { place = placeFor(context.kb, 'ES') }: Where): LineReading[] {
  const { kb } = context
  const value = lineValue(given)
  const told = { place, altitude: altitude?.text, mayVerify: false, words: wordingOf(context) }
  return pairsOffered(context, thing, value, place).flatMap((pair) =>
    value === undefined ? limitsMeant(kb, [pair], { ...told, value }) : checksMeant(kb, [pair], { ...told, value }, false),
  )
}

function mayDo(who: Context['who'], scope: Scope): boolean {
  return who.kind !== 'key' || who.scopes.includes(scope)
}

/** The datum of the place that the line names: `radón Ávila`. */
function datumOf(kb: KnowledgeBase, { thing, value, isQuestion }: LineParts, place: Place | undefined): LineReading[] {
  const words = nameWords(thing)
  if (place?.level !== 'municipality' || words.length === 0 || value !== undefined || isQuestion) return []
  return [...kb.book.dimensions.byId.values()]
    .filter(
      ({ source, label, aliases }) => source === 'place' && [label, ...aliases].some((name) => words.every((word) => nameWords(name).includes(word))),
    )
    .flatMap(({ id, label, unit = '' }) => {
      const [known, guess] = [place.facts.known.get(id), place.facts.estimated.get(id)]
      if (known === undefined && guess === undefined) return []
      const text =
        known === undefined
          ? `${valueLabel(kb, id, guess)} (${said(kb, { es: 'estimada: no decide', en: 'estimated: it does not decide' })})`
          : typeof known === 'string'
            ? valueLabel(kb, id, known)
            : toSpanish(known)
      return placeReading(kb, place.geoId.slice('ES-'.length), { label, text: `${text} ${unit === '1' ? '' : unit}`.trim() })
    })
}

/** The answer of the base to a question, for a caller that may ask. */
function answerTo(context: Context, query: string, { own, place }: Where): LineReading[] {
  if (!mayDo(context.who, 'ask')) return [{ kind: 'question', title: query, detail: '', needs: [] }]
  const { reply } = groundedAnswer(context, { query, geo_id: own === undefined ? place?.geoId : undefined, codes: [], history: [] })
  return [
    {
      kind: 'question',
      title: query,
      detail: reply.answer,
      needs: [],
      ...(reply.verdict === null ? {} : { status: reply.verdict }),
    },
  ]
}
