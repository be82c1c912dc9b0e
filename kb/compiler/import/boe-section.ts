import { plainText } from '../article.ts'
import { boeSource, quote } from './boe-document.ts'
import type { Norm } from './boe-norm.ts'
import { escapeText } from './boe-text.ts'
import type { Edition } from './boe-timeline.ts'
import type { Placed } from './boe-tree.ts'

/** The article files of a norm, by name: one for each wording of each block, with the editions in which it holds. A heading lists what is under it. */
export function sectionFiles(norm: Norm, editions: readonly Edition[]): Map<string, string> {
  const slugs = slugsOf(norm)
  const wordings = new Map<string, { readonly slug: string; readonly text: (days: readonly string[]) => string; readonly days: string[] }>()
  for (const { day, placed } of editions) {
    for (const one of placed) {
      const slug = slugs.get(one.block.id) ?? one.block.id
      const body = bodyOf(norm, one, listOf(placed, one, slugs))
      const key = JSON.stringify([slug, one.number, one.title, one.parent, body])
      const front = { slug, order: norm.blocks.indexOf(one.block) + 1, parent: one.parent === null ? null : (slugs.get(one.parent) ?? one.parent) }
      const known = wordings.get(key) ?? { slug, text: (days) => sectionText(one, { ...front, days, body }), days: [] }
      wordings.set(key, { ...known, days: [...known.days, day] })
    }
  }
  const files = new Map<string, string>()
  for (const { slug, text, days } of wordings.values()) {
    const first = `${slug}.md`
    files.set(files.has(first) ? `${slug}-desde-${days[0]}.md` : first, text(days))
  }
  return files
}

/** The slug of each block: the id that the BOE gives it, as far as a slug may be so written. */
function slugsOf(norm: Norm): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    norm.blocks.map(({ id }) => {
      const plain =
        id
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-+|-+$/g, '') || 'bloque'
      let slug = plain
      for (let next = 2; taken.has(slug); next++) slug = `${plain}-b${next}`
      taken.add(slug)
      return [id, slug] as const
    }),
  )
}

function listOf(placed: readonly Placed[], heading: Placed, slugs: ReadonlyMap<string, string>): string {
  if (!heading.isHeading) return ''
  const items = placed
    .filter(({ parent }) => parent === heading.block.id)
    .map(({ block, number, title }) => `- [${escapeText(title === number ? number : `${number}. ${title}`)}](section:${slugs.get(block.id)})`)
  return items.length === 0 ? '' : `Divisiones y preceptos que comprende en esta redacción:\n\n${items.join('\n')}`
}

/** The length in characters below which the compiler rejects an article as a stub. */
const shortest = 40

function bodyOf(norm: Norm, { block, markdown }: Placed, contents: string): string {
  const body = [markdown, contents].filter((text) => text !== '').join('\n\n')
  if (plainText(body).length >= shortest) return body
  // The text has no more words than these: said, so that nobody takes it for a stub.
  const source = `Texto íntegro: [${norm.identifier}, bloque ${block.id}](https://www.boe.es/buscar/act.php?id=${norm.identifier}#${block.id}).`
  return [body, source].filter((text) => text !== '').join('\n\n')
}

function sectionText(
  { number, title }: Placed,
  front: { readonly slug: string; readonly order: number; readonly parent: string | null; readonly days: readonly string[]; readonly body: string },
): string {
  return [
    '---',
    `section: ${front.slug}`,
    `number: ${quote(number)}`,
    `title: ${quote(title)}`,
    `parent: ${front.parent}`,
    `order: ${front.order}`,
    `editions: [${front.days.map(quote).join(', ')}]`,
    'verification: official_text',
    `sources: [${boeSource}]`,
    '---',
    front.body,
    '',
  ].join('\n')
}
