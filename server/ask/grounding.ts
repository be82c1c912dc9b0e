import { fold } from '../engine/fold.ts'
import { quantitiesIn } from '../engine/quantities.ts'
import type { Units } from '../engine/unit.ts'
import { stem } from '../kb/text-analysis.ts'

/** An answer made from rules or articles, which a language model may reword. */
export interface Draft {
  readonly text: string
  /** The text of the sources. The rewording may use their words. */
  readonly passages: readonly string[]
  /** The edition, section and zone that the draft names. Only these may move to another position. */
  readonly labels: readonly string[]
  readonly place: string | null
  /** True if every word of the draft must stay: an answer from a rule states its conditions in words. A quotation may be shortened. */
  readonly keepsWords: boolean
}

/** The parts of a text that are compared: figures and decisive words in order, the labels, and all other words. */
interface Content {
  readonly ordered: readonly string[]
  readonly labels: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** Words that change the meaning of a sentence when they are added, removed or moved. */
const decisiveWord =
  /^(o|u|no|ni|nunca|jamas|nada|ningun.*|tampoco|sin|sino|salvo|except.*|si|solo|unic.*|siempre|casi|tod[oa]s?|algun.*|cualquier.*|dos|otr[oa]s?|poc[oa]s?|mucho.*|maxim.*|minim.*|menos|mas|menor.*|mayor.*|inferior.*|superior.*|exact.*|hasta|desde|mejor|peor|clase|cumpl.*|incumpl.*|deb[aei].*|pued.*|pod(er|ra).*|obligat.*|prohib.*)$/

/** Words that a rewording may add, because they state nothing. */
const neutralWords = new Set(
  'según norma normativa reglamento documento apartado tabla valor límite indica establece fija exige corresponde caso situada situado ubicada ubicado municipio zona'
    .split(' ')
    .flatMap((word) => stem(fold(word)) ?? []),
)

/** Letters, digits and plain punctuation. Any other character (formatting, symbols, question marks, invisible characters) must also be in the draft. */
const plainText = /[[\p{Script=Latin}&&\p{L}]\d\s.,;:\(\)\/·\-]/v

/** True if a rewording means the same as its draft: the same figures, units and decisive words in the same order, the same labels and place, and no new words. */
export function isGrounded(text: string, draft: Draft, units: Units): boolean {
  const rewording = text.normalize('NFC')
  if (rewording.length > draft.text.length * 2 + 200) return false
  if ([...rewording].some((character) => !plainText.test(character) && !draft.text.includes(character))) return false
  if (draft.place !== null && fold(draft.text).includes(fold(draft.place)) && !fold(rewording).includes(fold(draft.place))) return false
  const movable = new Set(draft.labels.flatMap((label) => tokensOf(label).flatMap(({ label: name }) => name ?? [])))
  const [actual, expected] = [contentOf(rewording, movable, units), contentOf(draft.text, movable, units)]
  const known = contentOf([draft.text, ...draft.passages, ...draft.labels].join('\n'), movable, units)
  return (
    actual.ordered.join('\n') === expected.ordered.join('\n') &&
    expected.labels.isSubsetOf(actual.labels) &&
    actual.words.isSubsetOf(known.words.union(neutralWords)) &&
    (!draft.keepsWords || expected.words.isSubsetOf(actual.words))
  )
}

interface Token {
  readonly text: string
  readonly start: number
  /** Normal form, if the token looks like a label: `HE 1`, `3.1.1.a-HE1`, `D3`, `(2022)`. */
  readonly label: string | undefined
}

const token =
  /\((?:19|20)\d\d\)|\p{Lu}{2,5} \d+(?![\p{L}\p{N}]|[.,/-][\p{L}\p{N}])|[\p{L}\p{N}]*\d[\p{L}\p{N}]*(?:[.,/-][\p{L}\p{N}]+)*|\p{L}[\p{L}\p{N}]*|[<>≤≥=±≈~−]/gu

function tokensOf(text: string): Token[] {
  return [...text.matchAll(token)].map(({ 0: found, index }) => {
    const isLabel = /\d/.test(found) && (/[\p{L}(]/u.test(found) || /\..*\./.test(found))
    return { text: found, start: index, label: isLabel ? fold(found).replace(/[ ()]/g, '') : undefined }
  })
}

function contentOf(text: string, movable: ReadonlySet<string>, units: Units): Content {
  const quantities = quantitiesIn(text, units).filter(({ isWord }) => !isWord)
  const [ordered, labels, words]: [string[], Set<string>, Set<string>] = [[], new Set(), new Set()]
  let after = 0
  let before = ''
  for (const { text: found, start, label } of tokensOf(text)) {
    if (start < after) continue
    const gap = text.slice(after, start)
    after = start + found.length
    const folded = fold(found)
    if (label !== undefined && movable.has(label)) labels.add(label)
    else if (/\d/.test(found)) {
      const quantity = quantities.find((one) => one.start <= start && start < one.end)
      after = Math.max(after, quantity?.end ?? 0)
      ordered.push(`${/-\s*$/.test(gap) ? '-' : ''}${normalNumber(found)} ${unitSpelling(quantity?.unit?.text ?? '')}`)
    } else if (/^cumpl/.test(folded) && before === 'no' && /^\s+$/.test(gap)) ordered[ordered.length - 1] = 'no cumpl'
    else if (decisiveWord.test(folded) || !/\p{L}/u.test(found)) addDecisive(ordered, decisiveForm(folded))
    else {
      const word = stem(folded)
      if (word !== undefined) words.add(word)
    }
    before = folded
  }
  return { ordered, labels, words }
}

/** Adds a decisive word. `máxima: como máximo` counts once; every `no` counts. */
function addDecisive(list: string[], mark: string): void {
  if (list.at(-1) !== mark || !['maxim', 'minim'].includes(mark)) list.push(mark)
}

function decisiveForm(folded: string): string {
  return /^(maxim|minim|cumpl|incumpl|prohib|obligat)/.exec(folded)?.[0] ?? folded
}

/** Normal form of a unit: `W/(m²·K)` and `W/m2K` are `W/m²K`. Units are compared as written because dB and dBA have the same kind. */
function unitSpelling(unit: string): string {
  return unit.normalize('NFKC').replace(/[\s()^·*×⋅∙.]/g, '')
}

/** Normal form of a number: `0.35` becomes `0,35`. `1.200` stays, because it may mean a thousand. */
function normalNumber(number: string): string {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(number) ? number : number.replace(/^(\d+)\.(\d+)$/, '$1,$2')
}
