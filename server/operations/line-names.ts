import type { ProjectSummary } from '../access/projects.ts'
import { editionOn } from '../engine/book.ts'
import { sectionName } from '../engine/section-name.ts'
import { nameKey } from '../engine/text.ts'
import { findArticles, sectionsInForce } from '../kb/find-articles.ts'
import type { SpelledMunicipality } from '../kb/geography.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { articleUrl } from './article-url.ts'
import type { LineReading } from './line-schema.ts'

/** How well a line names something: the whole name, whole words of it, or the beginning of a word that may still be typed. */
type NamedHow = 'name' | 'words' | 'beginning'
const order: readonly NamedHow[] = ['name', 'words', 'beginning']

/** Most readings of a kind. */
const most = 5
const shortestBeginning = 3

/** How a line names something that has these names; undefined if it does not. Only the last word of a line may be the beginning of one. */
function namedHow(line: string, names: readonly string[]): NamedHow | undefined {
  const wanted = nameKey(line)
  const words = wanted.split(' ').filter(Boolean)
  const last = words.at(-1) ?? ''
  const keys = names.map(nameKey)
  if (words.length === 0) return undefined
  if (keys.includes(wanted)) return 'name'
  const split = keys.map((key) => key.split(' '))
  if (split.some((own) => words.every((word) => own.includes(word)))) return 'words'
  if (last.length < shortestBeginning) return undefined
  const isBegun = (own: readonly string[]) => words.slice(0, -1).every((word) => own.includes(word)) && own.some((word) => word.startsWith(last))
  return split.some(isBegun) ? 'beginning' : undefined
}

/** Municipalities that a line names, with their climate zone. */
export function placesNamed(kb: KnowledgeBase, line: string, least: NamedHow): LineReading[] {
  const { geography } = kb
  const byCode = new Map(geography.provinces.map((one) => [one.code, one]))
  const code = /^(?:ES-)?(\d{5})$/i.exec(line.trim())?.[1]
  const words = nameKey(line).split(' ')
  const howNamed = ({ ine, keys, province }: SpelledMunicipality): NamedHow | undefined => {
    if (ine === code) return 'name'
    const area = nameKey(byCode.get(province)?.name ?? '')
    // `Mieres Asturias`: the province may follow, but does not name its towns.
    const isNamed = words.some((word) => !area.split(' ').includes(word) && keys.some((key) => key.split(' ').includes(word)))
    const among = (more: string): readonly string[] => keys.map((key) => `${key} ${more}`)
    return namedHow(line, [...keys, ...among(ine)]) ?? (isNamed ? namedHow(line, among(area)) : undefined)
  }
  return geography
    .spellings()
    .flatMap((row) => {
      const how = howNamed(row)
      return how === undefined || order.indexOf(how) > order.indexOf(least) ? [] : [{ row, how }]
    })
    .sort(
      (left, right) =>
        order.indexOf(left.how) - order.indexOf(right.how) ||
        Number(isCapital(right.row)) - Number(isCapital(left.row)) ||
        shortest(left.row) - shortest(right.row),
    )
    .slice(0, most)
    .flatMap(({ row }) => placeReading(kb, row.ine))

  function isCapital({ ine, province }: SpelledMunicipality): boolean {
    return byCode.get(province)?.capital === ine
  }
}

function shortest({ keys }: SpelledMunicipality): number {
  return Math.min(...keys.map(({ length }) => length))
}

/** The reading of a municipality; `datum`: what the line asks about it. */
export function placeReading(kb: KnowledgeBase, ine: string, datum?: { readonly label: string; readonly text: string }): LineReading[] {
  const row = kb.geography.municipality(ine)
  if (row === undefined) return []
  const province = kb.geography.provinces.find(({ code }) => code === row.province)?.name ?? ''
  const zone = row.climate_zone === null ? [] : [said(kb, { es: `zona climática ${row.climate_zone}`, en: `climate zone ${row.climate_zone}` })]
  return [
    datum === undefined
      ? { kind: 'place', title: `${row.name} (${ine})`, detail: [province, ...zone].join(' · '), needs: [], geo_id: `ES-${ine}` }
      : { kind: 'place', title: `${row.name} · ${datum.label}`, detail: datum.text, needs: [], geo_id: `ES-${ine}` },
  ]
}

/** Documents that a line names, by title, short name or identifier. `isNamed`: by the whole of a name, or by what a short name begins with (`RITE`, `CTE`). */
export function documentsNamed(kb: KnowledgeBase, line: string): { readonly isNamed: boolean; readonly readings: LineReading[] } {
  const wanted = nameKey(line)
  const isBegun = (one: (typeof kb.documents)[number]): boolean => wanted !== '' && `${nameKey(one.short_title)} `.startsWith(`${wanted} `)
  const found = kb.documents
    .flatMap((one) => {
      const how = namedHow(line, [one.title, one.short_title, one.slug, ...one.aliases])
      return how === undefined ? [] : [{ one, how, isMeant: how === 'name' || isBegun(one) }]
    })
    .sort(
      (left, right) =>
        Number(right.isMeant) - Number(left.isMeant) ||
        order.indexOf(left.how) - order.indexOf(right.how) ||
        left.one.title.length - right.one.title.length,
    )
    .slice(0, most)
  return {
    isNamed: found.some(({ isMeant }) => isMeant),
    readings: found.map(({ one }) => {
      const source = kb.book.documents.get(one.slug)
      const version = source === undefined ? undefined : editionOn(source, kb.meta.referenceDate)?.version
      const url = `/api/v1/normativa/${one.collection}/${one.slug}`
      return { kind: 'document', title: one.title, detail: [one.short_title, version].filter(Boolean).join(' · '), needs: [], url }
    }),
  }
}

/** The sections that a line names by their identifier (`SI 3`, `HE1 3.1.1`), or else those that search finds. `isNamed`: it names them. */
export function articlesMeant(kb: KnowledgeBase, line: string): { readonly isNamed: boolean; readonly readings: LineReading[] } {
  const day = kb.meta.referenceDate
  const named = sectionsInForce(kb, kb.identifiers.exact(line), day)
  const found = named.length > 0 ? named : findArticles(kb, line, day)
  const once = found.filter((one, at) => found.findIndex(({ document, section }) => document === one.document && section === one.section) === at)
  const readings = once.slice(0, named.length > 0 ? 2 * most : most).flatMap((one): LineReading[] => {
    const known = kb.documents.find(({ slug }) => slug === one.document)
    const row = kb.book.sections.get(`${one.document}/${one.section}`)?.find(({ editions }) => editions.includes(one.version))
    if (known === undefined || row === undefined) return []
    const url = `${articleUrl(known, one.section)}?version=${encodeURIComponent(one.version)}`
    return [{ kind: 'article', title: sectionName(row), detail: `${known.title} · ${one.version}`, needs: [], url }]
  })
  return { isNamed: named.length > 0, readings }
}

/** Projects that a line names. */
export function projectsNamed(projects: readonly ProjectSummary[], line: string): LineReading[] {
  return projects
    .filter(({ name, reference }) => namedHow(line, [name, reference, `${name} ${reference}`]) !== undefined)
    .slice(0, most)
    .map(({ id, name, reference }) => ({ kind: 'project', title: name, detail: reference, needs: [], project_id: id }))
}
