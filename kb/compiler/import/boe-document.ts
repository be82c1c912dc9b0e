import { dayBefore } from '../day.ts'
import type { DocumentSource } from '../source.ts'
import type { Norm } from './boe-norm.ts'
import type { Edition } from './boe-timeline.ts'
import type { Placed } from './boe-tree.ts'

/** The name of a document in the base and the parts of it that a person wrote. */
export interface Naming {
  readonly collection: string
  readonly slug: string
  readonly shortTitle: string
  readonly scope: DocumentSource['scope']
  readonly aliases: readonly string[]
  readonly notices: DocumentSource['notices']
  readonly sources: Readonly<Record<string, string>>
  /** The last days in force that its editions were given, by edition. */
  readonly ends: ReadonlyMap<string, string>
}

/** The key of the BOE among the sources of an imported document. */
export const boeSource = 'boe'

/** `document.yaml` of a norm: each day on which some block changes is an edition. */
export function documentText(norm: Norm, editions: readonly Edition[], naming: Naming): string {
  const updated = norm.updated === undefined ? '' : `, última actualización de ${spanishDay(norm.updated)}`
  const sources = { ...naming.sources, [boeSource]: `Texto consolidado del BOE, ${norm.identifier}${updated}` }
  return [
    `slug: ${naming.slug}`,
    `collection: ${naming.collection}`,
    `title: ${quote(norm.title)}`,
    `short_title: ${quote(naming.shortTitle)}`,
    `authority: ${quote(norm.department)}`,
    `identifier: ${norm.identifier}`,
    ...(norm.url === undefined ? [] : [`url: ${norm.url}`]),
    `aliases: ${list(naming.aliases)}`,
    naming.scope.level === 'national' ? 'scope: { level: national }' : `scope: { level: regional, ccaa: "${naming.scope.ccaa}" }`,
    'text_kind: official',
    'editions:',
    ...editions.flatMap((edition, index) =>
      editionLines(norm, edition, {
        before: editions[index - 1],
        end: index === editions.length - 1 ? (lastDay(norm, editions) ?? naming.ends.get(edition.day)) : undefined,
      }),
    ),
    'sources:',
    ...Object.entries(sources).map(([key, text]) => `  ${key}: ${quote(text)}`),
    naming.notices.length === 0 ? 'notices: []' : 'notices:',
    ...naming.notices.map(({ text, cannot_change }) =>
      cannot_change === undefined ? `  - ${quote(text)}` : `  - { text: ${quote(text)}, cannot_change: ${quote(cannot_change)} }`,
    ),
    '',
  ].join('\n')
}

/** The day on which a repealed norm was last in force, where it lies within its last edition. */
export function lastDay(norm: Norm, editions: readonly Edition[]): string | undefined {
  const last = editions.at(-1)?.day
  return norm.isEnded && norm.ends !== undefined && last !== undefined && last < norm.ends ? dayBefore(norm.ends) : undefined
}

function editionLines(
  norm: Norm,
  edition: Edition,
  { before, end }: { readonly before: Edition | undefined; readonly end: string | undefined },
): string[] {
  const isByPublication = edition.causes.some(({ basis }) => basis === 'publicacion')
  const norms = new Map(edition.causes.map(({ norm: id, published }) => [id || norm.identifier, published]))
  const instruments = [...norms].map(([id, published]) => (published === undefined ? id : `${id} (BOE ${spanishDay(published)})`))
  const said = [...norms.keys()].flatMap((id) => norm.amendments.get(id) ?? [])
  return [
    `  - version: "${edition.day}"`,
    `    label: ${quote(`Texto consolidado, redacción vigente desde el ${spanishDay(edition.day)}`)}`,
    `    in_force_from: "${edition.day}"`,
    ...(end === undefined ? [] : [`    in_force_to: "${end}"`]),
    `    date_basis: ${isByPublication ? 'publicacion' : 'entrada_en_vigor'}`,
    `    instruments: ${list(instruments)}`,
    `    changes: ${quote([changesOf(edition.placed, before?.placed), ...(said.length === 0 ? [] : [`Según el BOE: ${said.join('; ')}.`])].join(' '))}`,
  ]
}

/** The changes of an edition, in words. */
export function changesOf(now: readonly Placed[], before: readonly Placed[] | undefined): string {
  if (before === undefined) return 'Primera redacción que recoge el BOE.'
  const old = new Map(before.map((placed) => [placed.block.id, placed]))
  const here = new Set(now.map(({ block }) => block.id))
  const isChanged = (placed: Placed): boolean => {
    const was = old.get(placed.block.id)
    return was !== undefined && (was.number !== placed.number || was.title !== placed.title || was.markdown !== placed.markdown)
  }
  const parts = [
    ['Cambian', now.filter(isChanged)],
    ['Se añaden', now.filter(({ block }) => !old.has(block.id))],
    ['Dejan de regir', before.filter(({ block }) => !here.has(block.id))],
  ] as const
  const sentences = parts.flatMap(([verb, placed]) => (placed.length === 0 ? [] : [`${verb}: ${placed.map(({ number }) => number).join(', ')}.`]))
  return sentences.join(' ') || 'Cambia el lugar de algún precepto.'
}

/** `2006-03-29` → `29-03-2006`, as the base writes days in prose. */
export function spanishDay(day: string): string {
  return day.split('-').reverse().join('-')
}

/** A text between double quotes, as YAML and JSON read it. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

function list(texts: readonly string[]): string {
  return `[${texts.map(quote).join(', ')}]`
}
