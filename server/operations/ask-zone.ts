import type { ZoneQuestion } from '../ask/zone-question.ts'
import { type BookSection, editionOn } from '../engine/book.ts'
import { withComma } from '../engine/decimal.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { snippetOf } from '../kb/snippet.ts'
import { articleUrl } from './article-url.ts'
import type { AskReply, AskSource } from './ask-schema.ts'
import { extractOf } from './ask-sources.ts'

/** Where a zone is defined, on a day. */
interface Definition {
  readonly document: string
  readonly shortTitle: string
  readonly version: string
  readonly section: BookSection
  readonly unlisted: string | null
}

/** Most rules whose demands are quoted. */
const mostDemands = 4

interface Asked {
  readonly zone: Dimension
  readonly place: Place
  readonly day: string
}

/**
 * The zone of a municipality, with the list it stands in, and what the rules that hang on this zone alone demand there if more is asked; for one that is not
 * listed, what the regulation says of its own scope. Undefined if the place is no municipality, the base has no datum, or the regulation that defines the
 * zone was not in force.
 */
export function zoneReply(kb: KnowledgeBase, { zone, asksOnly }: ZoneQuestion, place: Place | undefined, day: string): AskReply | undefined {
  if (place?.level !== 'municipality') return undefined
  const asked = { zone, place, day }
  const defined = definitionOf(kb, asked)
  const value = defined === undefined ? undefined : valueText(asked, defined)
  if (defined === undefined || value === undefined) return undefined
  const list = kb.geography.zoneSources.get(sourceName(zone))?.section ?? defined.section.number
  const line = `${place.name}: ${value} (${defined.shortTitle} (${defined.version}), ${list}).`
  const demands = asksOnly ? [] : demandsOf(kb, asked)
  const note = isUnlisted(asked) ? unlistedNote(kb, defined) : undefined
  const doubt = place.doubts.get(zone.id)
  const source = sourceAt(kb, defined, note ?? `${place.name}: ${value}`)
  const further = note === undefined ? demands : scopeOf(kb, defined)
  const lines = [line, ...(doubt === undefined ? [] : [`${doubt}.`]), ...(note === undefined ? [] : [`«${note}»`]), ...further.map(quotedDemand)]
  return extractOf(lines.join('\n'), [source, ...further])
}

function quotedDemand({ version, section, excerpt }: AskSource): string {
  return `${section} (${version}): «${excerpt}»`
}

function definitionOf(kb: KnowledgeBase, { zone, day }: Asked): Definition | undefined {
  const source = kb.geography.zoneSources.get(sourceName(zone))
  const document = source === undefined ? undefined : kb.book.documents.get(source.document)
  const version = document === undefined ? undefined : editionOn(document, day)?.version
  if (source === undefined || document === undefined || version === undefined) return undefined
  const inForce = [...kb.book.sections.values()].flat().filter((one) => one.document === source.document && one.editions.includes(version))
  // The longest number that the place begins with: `Anejo E y tabla 3.8` is in `Anejo E`.
  const [section] = inForce
    .filter(({ number }) => source.section === number || source.section.startsWith(`${number},`) || source.section.startsWith(`${number} `))
    .sort((left, right) => right.number.length - left.number.length)
  const cited = section ?? citedSection(kb, source, inForce)
  return cited === undefined ? undefined : { ...source, shortTitle: document.shortTitle, version, section: cited }
}

/** The section whose rules cite a list that has no section of its own. */
function citedSection(
  { book }: KnowledgeBase,
  source: { readonly document: string; readonly section: string },
  inForce: readonly BookSection[],
): BookSection | undefined {
  const rule = book.rules.find(({ document, rule: { cite } }) => document === source.document && cite.locator === source.section)
  return inForce.find(({ slug }) => slug === rule?.rule.cite.section)
}

/** The name under which the base keeps the source of a zone. */
function sourceName({ id }: Dimension): string {
  return id.startsWith('seismic') ? 'seismic_zone' : id
}

/** The zone in words; undefined if the base has no datum. */
function valueText({ zone, place }: Asked, { unlisted }: Definition): string | undefined {
  const { record, facts } = place
  const subject = zone.label.charAt(0).toLowerCase() + zone.label.slice(1)
  if (zone.id === 'seismic_ab_g' && record.seismicListed === false) return `no figura en la lista, ${unlisted}`
  const estimated = facts.estimated.get(zone.id)
  if (estimated !== undefined) return `${subject} ${estimated}, estimada: la norma da un mapa sin lista de municipios, compruébela en él`
  const known = facts.known.get(zone.id)
  if (known === undefined) return undefined
  if (known === 'none') return `no figura en la lista, ${unlisted ?? 'sin zona'}`
  if (typeof known !== 'string') return `${subject} = ${withComma(String(known.valueOf()))}`
  const named = /^zona de /.test(subject) ? subject.replace('zona', `zona ${known}`) : `${subject} ${known}`
  return zone.id === 'climate_zone' ? `${named}, a la altitud de su capital (${record.altitudeM} m)` : named
}

/** True if the list of a zone does not name a place, so that nothing is demanded there. */
export function isUnlisted({ zone, place }: Pick<Asked, 'zone' | 'place'>): boolean {
  return place.facts.known.get(zone.id) === 'none'
}

/** What the section of the list says of a municipality that is not in it. */
function unlistedNote(kb: KnowledgeBase, { document, section, version }: Definition): string | undefined {
  const row = kb.articles.wordings(document, section.slug).find(({ editions }) => editions.includes(version))
  return row === undefined ? undefined : snippetOf(row.plain, 'municipio que no figura').snippet
}

/** What the article on the scope of the regulation that has the list says first. */
function scopeOf(kb: KnowledgeBase, { document, section, version }: Definition): AskSource[] {
  const [part, inside] = section.number.split(',')
  const scope = [...kb.book.sections.values()]
    .flat()
    .find(
      (one) =>
        one.document === document && one.editions.includes(version) && one.number.startsWith(`${part},`) && /^ámbito de aplicación/i.test(one.title),
    )
  const row = scope === undefined ? undefined : kb.articles.wordings(document, scope.slug).find(({ editions }) => editions.includes(version))
  if (inside === undefined || scope === undefined || row === undefined) return []
  return [sourceAt(kb, { document, version, section: scope }, snippetOf(row.plain, 'municipios en que se aplica').snippet)]
}

/** The paragraphs of the rules in force that hang on this zone alone: first those of this one only, then those that other zones share. */
function demandsOf(kb: KnowledgeBase, { zone, place, day }: Asked): AskSource[] {
  const known = place.facts.known.get(zone.id)
  const zonesOf = ({ rule }: LoadedRule): readonly unknown[] => {
    const test = rule.when[zone.id]
    return Object.keys(rule.when).length === 1 && test?.kind === 'in' ? test.values : []
  }
  const binding = kb.book.rules
    .filter((loaded) => zonesOf(loaded).includes(known))
    .sort((left, right) => zonesOf(left).length - zonesOf(right).length)
    .slice(0, mostDemands)
  const texts = binding.flatMap((loaded) => demandOf(kb, loaded, day))
  return texts.filter(({ excerpt }, index) => texts.findIndex((one) => one.excerpt === excerpt) === index)
}

function demandOf(kb: KnowledgeBase, { rule, document }: LoadedRule, day: string): AskSource[] {
  const version = documentEdition(kb, document, day)
  const section =
    version === undefined ? undefined : kb.book.sections.get(`${document}/${rule.cite.section}`)?.find(({ editions }) => editions.includes(version))
  if (version === undefined || section === undefined || rule.cite.paragraph === undefined) return []
  const text = kb.articles.paragraph({ document, section: section.slug, version, name: rule.cite.paragraph })
  return text === undefined ? [] : [sourceAt(kb, { document, version, section }, text)]
}

function documentEdition(kb: KnowledgeBase, slug: string, day: string): string | undefined {
  const document = kb.book.documents.get(slug)
  return document === undefined ? undefined : editionOn(document, day)?.version
}

function sourceAt(
  kb: KnowledgeBase,
  { document, version, section }: Pick<Definition, 'document' | 'version' | 'section'>,
  excerpt: string,
): AskSource {
  const known = kb.documents.find(({ slug }) => slug === document)
  return {
    code_slug: document,
    version,
    section_title: `${section.number} ${section.title}`,
    similarity_score: 1,
    section: section.number,
    url: known === undefined ? '' : `${articleUrl(known, section.slug)}?version=${encodeURIComponent(version)}`,
    excerpt,
  }
}
