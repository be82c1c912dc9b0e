import { fold } from '../engine/fold.ts'
import { stems } from '../kb/text-analysis.ts'

/** A document of the knowledge base, as far as it takes to recognise its official text. */
export interface OfficialDocument {
  readonly slug: string
  readonly title: string
  /** Versions, oldest first. */
  readonly versions: readonly string[]
  readonly sections: readonly OfficialSection[]
}

interface OfficialSection {
  readonly slug: string
  readonly number: string
  readonly title: string
  readonly parent: string | null
  readonly editions: readonly string[]
}

interface Page {
  readonly number: number
  readonly text: string
}

/** What a document of the library turns out to be. */
export interface Recognised {
  readonly document: string
  /** The edition; undefined if the cover does not name its year. */
  readonly version: string | undefined
  /** True if the text carries comments of the ministry, which explain and do not bind. */
  readonly hasComments: boolean
  /** The page on which each section begins. */
  readonly pages: ReadonlyMap<string, number>
  /** Sections of the edition in all. */
  readonly sections: number
}

/** Pages and characters of the cover, whose words must name the document, and the words that end it: what follows names other days. */
const coverPages = 2
const coverCharacters = 2500
const coverEnd = /disposiciones\s+normativas|aprobado\s+por/i
/** Share of the sections of an edition whose headings must be found, in their order, and how many at least. */
const leastShare = 0.4
const leastSections = 8

/**
 * Recognises the official text of a document of the knowledge base by its title on the cover and by its headings, in their order. Undefined for any other
 * text, such as a guide that names the document.
 */
export function recognise(pages: readonly Page[], documents: readonly OfficialDocument[]): Recognised | undefined {
  const cover = (
    pages
      .slice(0, coverPages)
      .map(({ text }) => text)
      .join('\n')
      .slice(0, coverCharacters)
      .split(coverEnd)[0] ?? ''
  ).replace(/[^\S\n]+/g, ' ')
  const named = new Set(stems(cover))
  const candidates = documents.filter(({ title }) => stems(title).every((stem) => named.has(stem)))
  if (candidates.length === 0) return undefined
  const lines = linesOf(pages)
  const years: readonly string[] = cover.match(/\b(?:19|20)\d\d\b/g) ?? []
  const best = candidates
    .flatMap((document) => document.versions.map((version) => tryEdition(document, version, lines)))
    .filter(({ share, pages: found }) => share >= leastShare && found.size >= leastSections)
    // A part of an early edition may fit as well: the year on the cover decides, then the number of headings.
    .toSorted((one, other) => Number(years.includes(other.version)) - Number(years.includes(one.version)) || other.pages.size - one.pages.size)[0]
  if (best === undefined) return undefined
  const { document, version, pages: found, sections } = best
  return { document, version: years.includes(version) ? version : undefined, hasComments: /con comentarios/i.test(cover), pages: found, sections }
}

/** A line of a document, as the keys of the headings that may begin there: of the line alone, and with those that follow. */
interface Line {
  readonly keys: readonly string[]
  readonly page: number
}

/** Lines that one heading may take, and characters of its key. */
const mostHeadingLines = 3
const headingKey = { least: 5, most: 220 }
/** A page with so many numbered lines, and so few that end a sentence, is a table of contents. */
const contents = { numbered: 4, sentences: 0.1 }

function linesOf(pages: readonly Page[]): readonly Line[] {
  return pages.flatMap(({ number: page, text }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (isContents(lines)) return []
    const own = lines.map(keyOf)
    return lines.map((_, at) => ({
      page,
      keys: Array.from({ length: mostHeadingLines }, (_empty, more) => own.slice(at, at + more + 1).join('')),
    }))
  })
}

function isContents(lines: readonly string[]): boolean {
  const numbered = lines.filter((line) => /^\s*(?:\d+(?:\.\d+)*\.?|(?:Secci[oó]n )?[A-Z]{2,3} ?\d|Anejo \w|Ap[eé]ndice \w)(?:\s|$)/.test(line)).length
  const sentences = lines.filter((line) => /[^.][.;:]\s*$/.test(line)).length
  return numbered >= contents.numbered && sentences < contents.sentences * lines.length
}

/** Looks for the headings of an edition one after the other, each after the last that was found. */
function tryEdition({ slug, sections: all }: OfficialDocument, version: string, lines: readonly Line[]) {
  const sections = all.filter(({ editions }) => editions.includes(version))
  const places = new Map<string, number[]>()
  for (const [at, { keys }] of lines.entries())
    for (const key of keys) {
      if (key.length < headingKey.least || key.length > headingKey.most) continue
      const held = places.get(key)
      if (held === undefined) places.set(key, [at])
      else held.push(at)
    }
  const next = (keys: readonly string[], from: number, to: number): number | undefined => {
    const found = keys.flatMap((key) => places.get(key)?.find((at) => at >= from && at < to) ?? [])
    return found.length === 0 ? undefined : Math.min(...found)
  }
  const chapters = chaptersOf(sections, next, lines.length)
  const pages = new Map<string, number>()
  for (const { from, to, rows } of chapters) {
    let at = from
    for (const section of rows) {
      const found = next(keysOf(section), at, to)
      if (found === undefined) continue
      pages.set(section.slug, lines[found]?.page ?? 0)
      at = found + 1
    }
  }
  return { document: slug, version, pages, sections: sections.length, share: sections.length === 0 ? 0 : pages.size / sections.length }
}

/** The chapters of an edition, each between its own heading and that of the next, so that a heading that all have is found in the right one. */
function chaptersOf(
  sections: readonly OfficialSection[],
  next: (keys: readonly string[], from: number, to: number) => number | undefined,
  end: number,
) {
  const chapters: { from: number; to: number; readonly rows: OfficialSection[] }[] = []
  let at = 0
  for (const section of sections) {
    const found = section.parent === null ? next(keysOf(section), at, end) : undefined
    const last = chapters.at(-1)
    if (found === undefined && last !== undefined) last.rows.push(section)
    else {
      const from = found ?? at
      if (last !== undefined) last.to = from
      chapters.push({ from, to: end, rows: [section] })
      at = from + 1
    }
  }
  return chapters
}

/** The forms in which a heading may stand in the official text: `HE 1, 3.1.1` is `3.1.1` there. */
function keysOf({ number, title }: OfficialSection): readonly string[] {
  const own = number.split(/[,\s-]+(?=[\d.]+$)/).at(-1) ?? number
  return [
    ...new Set(
      [`${number} ${title}`, `${own} ${title}`, `${own}. ${title}`, `Sección ${number} ${title}`, ...(number === title ? [title] : [])].map(keyOf),
    ),
  ]
}

function keyOf(text: string): string {
  return fold(text).replace(/[^a-z0-9]+/g, '')
}
