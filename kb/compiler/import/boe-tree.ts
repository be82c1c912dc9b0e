import type { Block } from './boe-block.ts'
import { rankOf } from './boe-heading.ts'

/** One wording of a block, with its dates. */
export interface Wording {
  readonly block: Block
  readonly isHeading: boolean
  readonly number: string
  readonly title: string
  readonly markdown: string
  readonly notes: number
  readonly images: number
}

/** A wording as it stands in one edition. */
export interface Placed extends Wording {
  /** Id of the block that it belongs to. */
  readonly parent: string | null
}

interface Open {
  readonly id: string
  readonly number: string
  readonly rank: number
}

/** Puts each wording, in the order of the norm, under the heading that it belongs to; headings under which nothing is left go. */
export function placeAll(wordings: readonly Wording[]): Placed[] {
  let open: readonly Open[] = []
  const placed = wordings.map((wording): Placed => {
    const { block, isHeading, number } = wording
    const rank = rankOf(block, number)
    open = open.filter((heading) => (isHeading ? heading.rank < rank : holds(heading, number)))
    const parent = open.at(-1)?.id ?? null
    if (isHeading) open = [...open, { id: block.id, number, rank }]
    return { ...wording, parent }
  })
  const parents = new Set<string>()
  return placed
    .toReversed()
    .filter(({ block, isHeading, markdown, parent }) => {
      const isKept = !isHeading || markdown !== '' || parents.has(block.id)
      if (isKept && parent !== null) parents.add(parent)
      return isKept
    })
    .toReversed()
}

/** Provisions and annexes stand beside the titles and chapters of a norm: they are in none but their own heading, or in the annex whose text they end. */
function holds(heading: Open, number: string): boolean {
  if (/^disposici/i.test(number)) return /^(?:disposici|anexo|anejo)/i.test(heading.number)
  if (/^(?:anexo|anejo)\b/i.test(number)) return /^(?:anexos?|anejos?)$/i.test(heading.number)
  return true
}
