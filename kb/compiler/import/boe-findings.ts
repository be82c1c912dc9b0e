import { packSource } from '../source.ts'
import { openSources, readYaml } from '../source-file.ts'
import type { Block } from './boe-block.ts'
import { changesOf, lastDay } from './boe-document.ts'
import type { Norm } from './boe-norm.ts'
import type { Edition } from './boe-timeline.ts'
import type { Finding } from './plan.ts'
import { elementsOf, textOf } from './xml.ts'

/** Findings for the reader of an imported norm: its editions, and everything that was left out or needs a look. */
export function findingsOf(root: string, norm: Norm, editions: readonly Edition[]): Finding[] {
  const today = readYaml(openSources(root), 'pack.yaml', packSource)?.value.reference_date
  const isWritten = ({ kind }: Block): boolean => kind === 'precepto' || kind === 'encabezado'
  const written = norm.blocks.filter(isWritten)
  return [
    { heading: 'Editions', lines: editions.map((edition, index) => describeEdition(edition, editions[index - 1])) },
    { heading: `Not in force yet on ${today}`, lines: editions.flatMap(({ day }) => (today !== undefined && day > today ? [day] : [])) },
    { heading: 'In force no longer', lines: norm.isEnded ? [describeEnd(norm, editions)] : [] },
    {
      heading: 'Blocks that have expired',
      lines: written.flatMap((block) => (block.expires === undefined ? [] : [`${label(block)}: from ${block.expires} on`])),
    },
    {
      heading: 'Wordings left out: their entry into force is not determined',
      lines: written.flatMap((block) => block.versions.flatMap(({ from, norm: by }) => (from === undefined ? [`${label(block)}, by ${by}`] : []))),
    },
    { heading: 'Two wordings from the same day: the one published last is taken', lines: written.flatMap(sameDays) },
    {
      heading: 'Blocks left out, being neither precepts nor headings',
      lines: norm.blocks.filter((block) => !isWritten(block)).map((block) => `${block.kind} ${label(block)}`),
    },
    { heading: "Notes of the BOE's editors, left out", lines: counts(editions, 'notes') },
    { heading: 'Images, which the base does not hold: linked; look at them before a rule is made', lines: counts(editions, 'images') },
    { heading: 'Paragraphs that read like a note of the editors, kept', lines: written.flatMap(likeNotes) },
    {
      heading: 'The BOE has not finished this consolidation',
      lines: norm.consolidation === undefined || /^finalizado$/i.test(norm.consolidation) ? [] : [norm.consolidation],
    },
  ]
}

function label({ id, title }: Block): string {
  return title === '' ? id : `${id} "${title}"`
}

function describeEdition(edition: Edition, before: Edition | undefined): string {
  const precepts = edition.placed.filter(({ isHeading }) => !isHeading).length
  return `${edition.day}: precepts ${precepts}, headings ${edition.placed.length - precepts}. ${changesOf(edition.placed, before?.placed)}`
}

function describeEnd(norm: Norm, editions: readonly Edition[]): string {
  const last = lastDay(norm, editions)
  return last === undefined ? 'the BOE does not say since when: in_force_to to be filled in by hand' : `last day in force: ${last}`
}

function sameDays(block: Block): string[] {
  const days = block.versions.flatMap(({ from }) => from ?? [])
  return [...new Set(days.filter((day, index) => days.indexOf(day) < index))].map((day) => `${label(block)}: ${day}`)
}

/** How many in each block, over its wordings. */
function counts(editions: readonly Edition[], of: 'notes' | 'images'): string[] {
  const wordings = new Map(editions.flatMap(({ placed }) => placed.map((one) => [`${one.block.id} ${one.markdown}`, one] as const)))
  const sums = new Map<Block, number>()
  for (const one of wordings.values()) sums.set(one.block, (sums.get(one.block) ?? 0) + one[of])
  return [...sums].flatMap(([block, count]) => (count === 0 ? [] : [`${label(block)}: ${count}`]))
}

function likeNotes(block: Block): string[] {
  const paragraphs = block.versions
    .flatMap(({ element }) => elementsOf(element.children))
    .filter(({ attributes }) => attributes.get('class')?.startsWith('parrafo'))
  return paragraphs.map(textOf).flatMap((text) => (/^T[ée]ngan?se en cuenta/.test(text) ? [`${label(block)}: ${text.slice(0, 100)}`] : []))
}
