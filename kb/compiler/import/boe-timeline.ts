import type { Block, BlockVersion } from './boe-block.ts'
import { headingOf } from './boe-heading.ts'
import type { Norm } from './boe-norm.ts'
import { escapeText, officialText } from './boe-text.ts'
import { type Placed, placeAll, type Wording } from './boe-tree.ts'

interface Step {
  readonly day: string
  readonly version: BlockVersion | undefined
  readonly wording: Wording | undefined
}

/** The norm as it stands from a day on. */
export interface Edition {
  readonly day: string
  readonly placed: readonly Placed[]
  /** The versions that begin that day. */
  readonly causes: readonly BlockVersion[]
}

/** The norm on every day on which some block changes. A version that differs only in notes is no change; of two of one day the one published last holds. */
export function editionsOf(norm: Norm): Edition[] {
  const lives = norm.blocks.filter(({ kind }) => kind === 'precepto' || kind === 'encabezado').map(stepsOf)
  const days = [...new Set(lives.flatMap((steps) => steps.map(({ day }) => day)))].sort()
  return days.flatMap((day): Edition[] => {
    const current = lives.flatMap((steps) => steps.findLast((step) => step.day <= day)?.wording ?? [])
    const causes = lives.flatMap((steps) => steps.find((step) => step.day === day)?.version ?? [])
    return [{ day, placed: placeAll(current), causes }]
  })
}

function stepsOf(block: Block): Step[] {
  const steps: Step[] = []
  const dated = block.versions.flatMap((version) => (version.from === undefined ? [] : [{ day: version.from, version }]))
  const ordered = dated.toSorted((left, right) => order(left.day, right.day) || order(left.version.published ?? '', right.version.published ?? ''))
  for (const { day, version } of ordered.filter((one, index) => ordered[index + 1]?.day !== one.day)) {
    if (block.expires !== undefined && day >= block.expires) continue
    const wording = wordingOf(block, version)
    const last = steps.at(-1)
    if (last === undefined ? wording !== undefined : isOther(last.wording, wording)) steps.push({ day, version, wording })
  }
  if (block.expires !== undefined && steps.at(-1)?.wording !== undefined) steps.push({ day: block.expires, version: undefined, wording: undefined })
  return steps
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The text shown in place of a repealed one. */
const repealed = /^\W*(?:derogad|suprimid|anulad|sin contenido|dejad[oa]s? sin efecto)[oa]?s?\W*$/i

/** Longer than this is no title: the article begins in the same paragraph as its number. */
const longestTitle = 200

function wordingOf(block: Block, version: BlockVersion): Wording | undefined {
  const { number, title, rest, body } = headingOf(block, version.element)
  const text = officialText(body)
  if (repealed.test(text.markdown) || (text.markdown === '' && repealed.test(title))) return undefined
  const isHeading = block.kind === 'encabezado'
  const holdsText = !isHeading && rest !== '' && (text.markdown === '' || title.length > longestTitle)
  const markdown = holdsText ? [escapeText(rest), text.markdown].filter((part) => part !== '').join('\n\n') : text.markdown
  return { ...text, block, isHeading, number, title: title.length > longestTitle ? number : title, markdown }
}

function isOther(left: Wording | undefined, right: Wording | undefined): boolean {
  return left?.number !== right?.number || left?.title !== right?.title || left?.markdown !== right?.markdown
}
