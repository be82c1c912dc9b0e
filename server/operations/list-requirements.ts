import type { z } from 'zod'
import { bindsIn, shortTitle } from '../engine/book.ts'
import { holds } from '../engine/condition.ts'
import { lapseOn } from '../engine/lapse.ts'
import { type Building, openData, type Requirement, type Requirements, requirementsOf, type Standing, standingIn } from '../engine/requirements.ts'
import { meantElements } from '../engine/terms.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { wordingOf } from '../kb/wording.ts'
import { conditionOf } from './condition.ts'
import { contextFailure } from './context-error.ts'
import { mostBytesOfChecks } from './fields.ts'
import { placeBody } from './json-values.ts'
import { operation } from './operation.ts'
import { pageOf } from './paging.ts'
import { placeFor } from './place-for.ts'
import { requirementBody } from './requirement-body.ts'
import { coverageIn, coveredAmong, thingsOf } from './requirement-coverage.ts'
import { requirementsInput, requirementsOutput } from './requirements-schema.ts'

type Input = z.output<typeof requirementsInput>
type Output = z.input<typeof requirementsOutput>

/** Data that are offered to settle more. */
const mostOpenData = 30

/** Tells what applies to a building. */
export const listRequirements = operation({
  method: 'POST',
  path: '/api/v1/exigencias',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'verify',
  summary: 'What applies to a building, and with which figure',
  description:
    'Every rule in force at a place on a day, each with exactly one standing towards the building: it applies (with its figure), it depends on data (with a table of cases), it is not held, or it does not apply (and why). The counts are of all rules; `items` is a page of them, in the order of the documents and their sections. Conditions, tables and exceptions are those of `verify`; data that are not stated take their default and are named in `assumed`. `open_data` says which data would settle most.',
  input: requirementsInput,
  output: requirementsOutput,
  problems: ['unknown-municipality', 'unknown-code', 'unknown-element', 'contradiction', 'cursor-invalid', 'cursor-stale'],
  examples: {
    viviendas: { geo_id: 'ES-09059', context: { uso: 'residencial_privado', intervencion: 'obra_nueva' }, absent: ['piscina'], limit: 20 },
  },
  run(context, input) {
    return requirementsAnswer(context.kb, input, wordingOf(context))
  },
})

/** The requirements of a building in the words of `words`, with one page of them; all of them where `limit` is undefined. */
export function requirementsAnswer(kb: KnowledgeBase, input: Omit<Input, 'limit'> & { readonly limit: number | undefined }, words = kb): Output {
  const building = buildingOf(kb, input)
  const found = requirementsOf(kb.book, building)
  if ('errors' in found) throw contextErrorOf(found.errors, input, words)
  const { requirements } = found
  const isAsked = (one: Requirement): boolean => input.standings.length === 0 || input.standings.includes(standingOf(one))
  const { cursor, limit, ...query } = input
  const coverage = coverageIn(kb, input)
  const stands = standingIn(kb.book, building)
  const names = new Map(input.elements.map(({ id, name }) => [id, name]))
  const nameOf = (id: string): string => names.get(id) ?? id
  const page = pageOf(requirements.filter(isAsked), { limit, cursor, query: JSON.stringify(query), pack: kb.meta.sha256 })
  return {
    geo_context: placeBody(found.place),
    as_of: building.asOf,
    kb: { id: kb.meta.id, version: kb.meta.version, sha256: kb.meta.sha256 },
    summary: { total: requirements.length, ...countsOf(requirements), ...coveredAmong(requirements, coverage) },
    documents: documentsOf(kb, found, coverage),
    open_data: openDataOf(words, requirements),
    ...notHeld(kb, building, found),
    ...page,
    items: page.items.map((one) => requirementBody(one, { ...found, ...coverage(one), stands: (id) => stands(one.loaded, id), nameOf }, words)),
  }
}

function openDataOf(kb: KnowledgeBase, requirements: readonly Requirement[]): Output['open_data'] {
  return openData(requirements)
    .slice(0, mostOpenData)
    .flatMap(({ dimension, rules }) => {
      const known = kb.book.dimensions.byId.get(dimension)
      return known === undefined ? [] : [{ ...conditionOf(known), rules }]
    })
}

/** The building of a request. Throws for a place, regulation or element that is not known. */
export function buildingOf(
  kb: KnowledgeBase,
  {
    geo_id,
    context,
    parts,
    absent,
    as_of,
    codes,
    elements = [],
  }: Omit<Input, 'limit' | 'cursor' | 'standings' | 'checks' | 'elements'> & Partial<Pick<Input, 'elements'>>,
): Building {
  for (const [index, { slug }] of codes.entries())
    if (!kb.book.documents.has(slug))
      throw new ServiceError(
        'unknown-code',
        { es: `La base no tiene la norma «${quoted(slug)}»`, en: `The knowledge base does not hold "${quoted(slug)}"` },
        {
          candidates: [...kb.book.documents.keys()].slice(0, 10),
          errors: [
            {
              pointer: `/codes/${index}/slug`,
              code: 'unknown',
              detail: { es: 'se espera una norma de la base', en: 'expected a regulation of the knowledge base' },
            },
          ],
        },
      )
  return {
    place: placeFor(kb, geo_id),
    context,
    parts,
    things: thingsOf(kb, { elements, parts }),
    absent: absent.map((name, index) => elementNamed(kb, name, `/absent/${index}`)),
    asOf: as_of ?? kb.meta.referenceDate,
    codes,
  }
}

function elementNamed(kb: KnowledgeBase, name: string, pointer: string): string {
  const [only, ...others] = meantElements(kb.book, name)
  if (only !== undefined && others.length === 0) return only.id
  const candidates = only === undefined ? kb.book.elements.nearest(name) : [only, ...others].map(({ id }) => id)
  throw new ServiceError(
    'unknown-element',
    {
      es:
        only === undefined ? `No se conoce el elemento «${quoted(name)}»` : `«${quoted(name)}» puede ser varios elementos: ${candidates.join(', ')}`,
      en: only === undefined ? `Element "${quoted(name)}" is not known` : `"${quoted(name)}" may be several elements: ${candidates.join(', ')}`,
    },
    {
      candidates,
      errors: [
        {
          pointer,
          code: only === undefined ? 'unknown' : 'ambiguous',
          detail: { es: 'se espera un elemento de la base', en: 'expected an element of the knowledge base' },
        },
      ],
    },
  )
}

function contextErrorOf(
  errors: Extract<ReturnType<typeof requirementsOf>, { errors: unknown }>['errors'],
  input: Pick<Input, 'parts' | 'elements'>,
  kb: KnowledgeBase,
): ServiceError {
  const { part, thing } = errors[0] ?? {}
  const own = errors.filter((one) => one.part === part && one.thing === thing)
  const base =
    thing !== undefined
      ? `/elements/${input.elements.findIndex(({ id }) => id === thing)}`
      : part === undefined
        ? ''
        : `/parts/${input.parts.findIndex(({ name }) => name === part)}`
  return contextFailure(own, { element: '', parameter: '' }, kb, base)
}

function standingOf({ outcomes }: Requirement): Standing {
  return outcomes[0]?.outcome.standing ?? 'not_held'
}

function countsOf(requirements: readonly Requirement[]): Record<Standing, number> {
  const counts = { applies: 0, depends: 0, not_held: 0, does_not_apply: 0 }
  for (const one of requirements) counts[standingOf(one)]++
  return counts
}

function documentsOf(kb: KnowledgeBase, { requirements, editions }: Requirements, coverage: ReturnType<typeof coverageIn>): Output['documents'] {
  const bySlug = new Map<string, Requirement[]>([...editions.keys()].map((slug) => [slug, []]))
  for (const one of requirements) bySlug.get(one.loaded.document)?.push(one)
  return [...bySlug].map(([slug, own]) => ({
    slug,
    title: kb.book.documents.get(slug)?.title ?? slug,
    version: editions.get(slug)?.version ?? '',
    ...countsOf(own),
    ...coveredAmong(own, coverage),
  }))
}

/** What the base lacks for the place and the day: limits of documents in force, norms of the community, editions. */
function notHeld(
  kb: KnowledgeBase,
  { asOf, codes, place }: Building,
  { editions }: Requirements,
): Pick<Output, 'not_held' | 'norms_not_held' | 'editions_not_held'> {
  const community = place.record.ccaa
  const documents = [...kb.book.documents.values()].filter((one) => codes.length === 0 || codes.some(({ slug }) => slug === one.slug))
  const norms = community === null || codes.length > 0 ? [] : kb.geography.regulationsOf(community)
  return {
    not_held: distinct(
      documents.flatMap(({ slug, notHeld: points }) => {
        const version = editions.get(slug)?.version
        return version === undefined
          ? []
          : points
              .filter(
                ({ editions: own, when }) =>
                  (own.length === 0 || own.includes(version)) && holds(when, place.facts.known, kb.book.dimensions).result !== false,
              )
              .map(({ number, text }) => ({ document: slug, place_in_text: number, text }))
      }),
    ),
    norms_not_held: norms
      .filter(({ slug, rige, entrada_en_vigor, fecha }) => rige !== 'no' && !kb.book.documents.has(slug) && (entrada_en_vigor ?? fecha ?? '') <= asOf)
      .map(({ titulo, materia }) => ({ title: titulo, matters: materia.split('|') })),
    editions_not_held: documents
      .filter(
        (document) =>
          bindsIn(document, community) &&
          !editions.has(document.slug) &&
          ['edition-not-held', 'history-unknown'].includes(lapseOn(document, asOf).reason),
      )
      .map((document) => ({ document: document.slug, title: shortTitle(kb.book, document.slug) })),
  }
}

/** The same point may be told of several elements: it is said once. */
function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
