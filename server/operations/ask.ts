import { z } from 'zod'
import { boundsText, citationText, conditionsText, type FigureAnswer, figuresFor } from '../ask/figures.ts'
import type { Draft } from '../ask/grounding.ts'
import { rephrase } from '../ask/language-model.ts'
import { type Passage, passagesFor, passagesNamed } from '../ask/passages.ts'
import type { Slots } from '../ask/slots.ts'
import { countTokens } from '../ask/token-count.ts'
import { placeInText } from '../engine/book.ts'
import { comparisonOf } from '../engine/compare.ts'
import { withComma } from '../engine/decimal.ts'
import type { Place } from '../engine/place.ts'
import { askBack } from '../engine/typed-number.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { articleUrl } from './article-url.ts'
import { inPlace, placeAsked } from './ask-place.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { jsonNumber, placeBody } from './json-values.ts'
import { operation } from './operation.ts'
import { valueLabel } from './value-label.ts'

/** Least share of the words of a question that an article must contain to be quoted as its answer. */
const leastSimilarity = 0.66
/** The same for a question that asks for a figure (`máximo`, `cuántos metros`) and that no rule answers. */
const leastSimilarityForFigure = 0.85

const source = z.object({
  code_slug: z.string(),
  version: z.string(),
  section_title: z.string(),
  similarity_score: z.number().min(0).max(1),
  section: z.string(),
  url: z.string(),
  excerpt: z.string(),
})

const figureOutput = z.object({
  rule: z.string(),
  title: z.string(),
  bounds: z.array(z.object({ comparison: z.enum(['lte', 'lt', 'gte', 'gt', 'eq']), value: z.union([z.number(), z.string()]) })),
  unit: z.string(),
  code_slug: z.string(),
  section_slug: z.string(),
  verdict: z.enum(['COMPLIANT', 'NON_COMPLIANT']).nullable(),
  missing: z.array(z.string()),
})

const askOutput = z.object({
  answer: z.string(),
  sources: z.array(source),
  geo_context: z.object({ climate_zone: z.string().nullable(), name: z.string().nullable() }),
  tokens_used: z.int(),
  grounded: z.boolean().meta({ description: 'false: nothing in the base supports an answer' }),
  kind: z.enum(['figure', 'missing', 'several', 'extract', 'refusal']),
  figures: z.array(figureOutput).meta({ description: 'The figures that the answer states, as rules give them' }),
  suggestions: z.array(z.object({ title: z.string(), url: z.string() })),
  candidates: z
    .array(z.object({ geo_id: z.string(), name: z.string(), provincia: z.string() }))
    .meta({ description: 'The municipalities that the question may refer to, if its place is unclear' }),
  rephrased: z
    .boolean()
    .meta({ description: 'true: the language model of the operator worded `answer`; figures, sources and verdict are unchanged' }),
})

/** Answers a question from rules or articles, or says that the base has no answer. */
export const ask = operation({
  method: 'POST',
  path: '/api/v1/ask',
  scope: 'ask',
  tag: 'ask',
  summary: 'Answer a question, with its sources',
  description:
    "Deterministic, unless the operator has set a language model: then the model may reword `answer`, with the same figures, and `rephrased` is true. A question that names an element and a parameter is answered from the rules, by the same function as verify; any other question is answered by quoting articles. If neither is possible, the answer says so and suggests the nearest articles. The place is the finer of the one in the text and `geo_id`. If they contradict each other, or the text names two places or one that several municipalities share, the answer says so (`candidates`) and states no figure. `similarity_score`: the share of the question's words, weighted by rarity, that the source contains. `tokens_used`: o200k_base tokens of question, excerpts and answer, or the count of the language model if it worded the answer.",
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(2000)
      .meta({ examples: ['¿Qué transmitancia máxima admite una cubierta plana en Madrid?'] }),
    geo_id: geoIdField.optional(),
    codes: codesField,
    as_of: dayField.optional(),
  }),
  output: askOutput,
  problems: ['unknown-code', 'unknown-municipality'],
  examples: { cubierta: { query: '¿Qué transmitancia máxima admite una cubierta plana en Madrid?', geo_id: 'ES-28079' } },
  async run({ kb, askIndex, languageModel }, input) {
    for (const { slug } of input.codes)
      if (!kb.book.documents.has(slug))
        throw new ServiceError(
          'unknown-code',
          { es: `La base no tiene la norma «${quoted(slug)}»`, en: `The knowledge base does not hold "${quoted(slug)}"` },
          { candidates: [...kb.book.documents.keys()].slice(0, 10) },
        )
    const { slots: reader, rules } = askIndex()
    const slots = reader.read(input.query)
    const asked = placeAsked(kb, slots.place, input.geo_id)
    const place = asked.kind === 'place' ? asked.place : undefined
    const day = input.as_of ?? kb.meta.referenceDate
    const documents = input.codes.map(({ slug }) => slug)
    const wanted = ({ found }: Passage): boolean => documents.length === 0 || documents.includes(found.document)
    const passages = passagesFor(kb, input.query, slots, day).filter(wanted)
    const figures = asked.kind === 'place' ? figuresFor(kb.book, rules, { slots, place, day, documents }) : []
    const named = figures.length > 0 ? [] : passagesNamed(kb, input.query, slots, day).filter(wanted)
    const contested = contestedIn(kb, figures, slots)
    const reply =
      asked.kind === 'unclear'
        ? refusal(kb, passages, asked.why)
        : figures.length > 0 && slots.unclear !== undefined
          ? refusal(kb, passages, askBack(slots.unclear.typed, slots.unclear.readings).es)
          : contested !== undefined
            ? refusal(kb, passages, contested)
            : figures.length > 0
              ? fromRules(kb, figures, slots, place, passages)
              : named.length > 0
                ? fromArticles(kb, named, leastSimilarity)
                : fromArticles(kb, passages, slots.side !== undefined || slots.unit !== undefined ? leastSimilarityForFigure : leastSimilarity)
    const excerpts = reply.sources.map(({ excerpt }) => excerpt).join('\n')
    const draft = draftOf(reply, place)
    const wording = draft === undefined ? undefined : await rephrase(languageModel, input.query, draft, kb.book.units)
    return {
      ...reply,
      answer: wording?.text ?? reply.answer,
      rephrased: wording !== undefined,
      candidates: asked.kind === 'unclear' ? [...asked.candidates] : [],
      geo_context:
        place === undefined ? { climate_zone: slots.winter ?? null, name: null } : { climate_zone: placeBody(place).climate_zone, name: place.name },
      tokens_used: wording?.tokens ?? (await countTokens(`${input.query}\n${excerpts}\n${wording?.text ?? reply.answer}`)),
    }
  },
})

type Reply = Pick<z.input<typeof askOutput>, 'answer' | 'sources' | 'grounded' | 'kind' | 'figures' | 'suggestions'>

function fromRules(kb: KnowledgeBase, figures: readonly FigureAnswer[], slots: Slots, place: Place | undefined, passages: readonly Passage[]): Reply {
  const where =
    place === undefined
      ? slots.winter === undefined
        ? ''
        : ` en zona de invierno ${slots.winter}`
      : `${inPlace(kb, place)}${place.record.climateZone === null ? '' : ` (zona ${place.record.climateZone})`}`
  const lines = figures.map((figure) => {
    const { rule } = figure.loaded
    const cite = citationText(kb.book, figure)
    if (figure.missing.length > 0) {
      const names = figure.missing.map((name) => kb.book.dimensions.byId.get(name)?.label.toLowerCase() ?? name).join(', ')
      const table = figure.byMissing.map(({ label, bounds }) => `\n- ${label}: ${boundsText(bounds, rule.unit)}`).join('')
      return `${rule.title}: depende de ${names}${table === '' ? ', que la pregunta no indica' : `:${table}\n`} (${cite}).`
    }
    const verdict =
      figure.verdict === undefined || slots.value === undefined
        ? ''
        : ` ${withComma(slots.value.text)} ${slots.value.unit?.text ?? rule.unit} ${figure.verdict === 'COMPLIANT' ? 'cumple' : 'no cumple'}.`
    const conditions = conditionsText(kb.book, figure)
    return `${rule.title}${where}: ${boundsText(figure.bounds, rule.unit)}${conditions === '' ? '' : `, con ${conditions}`} (${cite}).${verdict}`
  })
  const kind = figures.some(({ missing }) => missing.length > 0)
    ? ('missing' as const)
    : figures.length > 1
      ? ('several' as const)
      : ('figure' as const)
  const sources = figures.map((figure) => ruleSource(kb, figure, passages))
  return {
    answer: lines.join('\n'),
    sources: sources.filter((one, index) => sources.findIndex(({ url }) => url === one.url) === index),
    grounded: true,
    kind,
    figures: figures.map(figureBody),
    suggestions: [],
  }
}

/** The answer that a language model may reword: one figure or a quotation. Undefined for a list of figures, a request for data or a refusal. */
function draftOf({ answer, kind, sources }: Reply, place: Place | undefined): Draft | undefined {
  if (kind !== 'figure' && kind !== 'extract') return undefined
  return {
    text: answer,
    passages: sources.map(({ excerpt }) => excerpt),
    labels: [...sources.slice(0, 1).flatMap(({ version, section }) => [`(${version})`, section]), place?.record.climateZone ?? ''],
    place: place?.name ?? null,
    keepsWords: kind === 'figure',
  }
}

function figureBody({ loaded, bounds, verdict, missing }: FigureAnswer): z.input<typeof figureOutput> {
  const { rule, document } = loaded
  return {
    rule: rule.id,
    title: rule.title,
    bounds: bounds.map((bound) => ({ comparison: comparisonOf(bound), value: jsonNumber(bound.limit) })),
    unit: rule.unit,
    code_slug: document,
    section_slug: rule.cite.section,
    verdict: verdict ?? null,
    missing: [...missing],
  }
}

function ruleSource(kb: KnowledgeBase, figure: FigureAnswer, passages: readonly Passage[]): z.input<typeof source> {
  const { document, rule } = figure.loaded
  const passage = passages.find(({ found }) => found.document === document && found.section === rule.cite.section)
  const known = kb.documents.find(({ slug }) => slug === document)
  const row = kb.articles.wordings(document, rule.cite.section).find(({ editions }) => editions.includes(figure.version))
  return {
    code_slug: document,
    version: figure.version,
    section_title: `${row?.number ?? ''} ${row?.title ?? ''}`.trim(),
    similarity_score: passage?.similarity ?? 1,
    section: placeInText(row?.number ?? rule.cite.section, rule.cite.locator),
    url: known === undefined ? '' : `${articleUrl(known, rule.cite.section)}?version=${encodeURIComponent(figure.version)}`,
    excerpt: rule.title,
  }
}

function fromArticles(kb: KnowledgeBase, passages: readonly Passage[], least: number): Reply {
  const [best] = passages
  if (best === undefined || best.similarity < least || best.sentences.length === 0) return refusal(kb, passages, 'No lo encuentro en la base')
  const sources = passages
    .filter(({ similarity }) => similarity >= Math.max(least, best.similarity - 0.1))
    .slice(0, 3)
    .map((passage) => passageSource(kb, passage))
  return {
    answer: `Según ${kb.book.documents.get(best.found.document)?.shortTitle ?? best.found.document} (${best.found.version}), ${best.number} ${best.title}:\n${best.sentences.join('\n')}`,
    sources,
    grounded: true,
    kind: 'extract',
    figures: [],
    suggestions: [],
  }
}

function passageSource(kb: KnowledgeBase, { found, number, title, similarity, sentences }: Passage): z.input<typeof source> {
  const known = kb.documents.find(({ slug }) => slug === found.document)
  return {
    code_slug: found.document,
    version: found.version,
    section_title: `${number} ${title}`,
    similarity_score: similarity,
    section: number,
    url: known === undefined ? '' : `${articleUrl(known, found.section)}?version=${encodeURIComponent(found.version)}`,
    excerpt: sentences.join('\n'),
  }
}

/** Why no figure can be given if the question states two values of a condition that the rules depend on; undefined otherwise. */
function contestedIn(kb: KnowledgeBase, figures: readonly FigureAnswer[], { known, contested }: Slots): string | undefined {
  for (const [name, other] of contested) {
    if (!figures.some(({ loaded }) => loaded.uses.has(name))) continue
    const label = kb.book.dimensions.byId.get(name)?.label ?? name
    return `La pregunta da dos valores de «${label}», ${valueLabel(kb, name, known.get(name))} y ${valueLabel(kb, name, other)}: pregunte por cada uno`
  }
  return undefined
}

function refusal(kb: KnowledgeBase, passages: readonly Passage[], why: string): Reply {
  const suggestions = passages.slice(0, 3).map((passage) => ({ title: `${passage.number} ${passage.title}`, url: passageSource(kb, passage).url }))
  return {
    answer: `${why}.${suggestions.length === 0 ? '' : ' Lo más cercano está en las sugerencias.'}`,
    sources: [],
    grounded: false,
    kind: 'refusal',
    figures: [],
    suggestions,
  }
}
