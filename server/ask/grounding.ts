import { fold } from '../engine/fold.ts'
import type { Units } from '../engine/unit.ts'
import { stem } from '../kb/text-analysis.ts'
import { quantitiesIn } from './quantities.ts'

/** An answer made from rules or articles, that a generator may word otherwise. */
export interface Draft {
  readonly text: string
  /** What the sources say; their words may be used. */
  readonly passages: readonly string[]
  /** Its own edition, section and zone: these alone may stand elsewhere in the sentence. */
  readonly labels: readonly string[]
  readonly place: string | null
  /** Whether every word of the draft must stay: an answer from a rule holds its conditions in words. A quotation may be shortened. */
  readonly keepsWords: boolean
}

/** What of a text bears meaning: figures and words of weight in order, the labels apart, and its other words. */
interface Marks {
  readonly ordered: readonly string[]
  readonly labels: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** Words that turn a sentence round when they come, go or change places. */
const weighty =
  /^(o|u|no|ni|nunca|jamas|nada|ningun.*|tampoco|sin|sino|salvo|except.*|si|solo|unic.*|siempre|casi|tod[oa]s?|algun.*|cualquier.*|dos|otr[oa]s?|poc[oa]s?|mucho.*|maxim.*|minim.*|menos|mas|menor.*|mayor.*|inferior.*|superior.*|exact.*|hasta|desde|mejor|peor|clase|cumpl.*|incumpl.*|deb[aei].*|pued.*|pod(er|ra).*|obligat.*|prohib.*)$/

/** Words that a new wording may bring in: they join, and claim nothing. */
const joining = new Set(
  'según norma normativa reglamento documento apartado tabla valor límite indica establece fija exige corresponde caso situada situado ubicada ubicado municipio zona'
    .split(' ')
    .flatMap((word) => stem(fold(word)) ?? []),
)

/** Letters, digits and plain punctuation. Anything else (marks, links, signs, question marks, invisible characters) must be in the draft. */
const plainText = /[[\p{Script=Latin}&&\p{L}]\d\s.,;:\(\)\/·\-]/v

/** Whether a wording says what its draft says: the same figures with their units, in the same order among the same words of weight, the same labels and place, and no word of its own. */
export function isGrounded(text: string, draft: Draft, units: Units): boolean {
  const wording = text.normalize('NFC')
  if (wording.length > draft.text.length * 2 + 200) return false
  if ([...wording].some((character) => !plainText.test(character) && !draft.text.includes(character))) return false
  if (draft.place !== null && fold(draft.text).includes(fold(draft.place)) && !fold(wording).includes(fold(draft.place))) return false
  const movable = new Set(draft.labels.flatMap((label) => tokensOf(label).flatMap(({ label: name }) => name ?? [])))
  const [said, given] = [marksOf(wording, movable, units), marksOf(draft.text, movable, units)]
  const known = marksOf([draft.text, ...draft.passages, ...draft.labels].join('\n'), movable, units)
  return (
    said.ordered.join('\n') === given.ordered.join('\n') &&
    given.labels.isSubsetOf(said.labels) &&
    said.words.isSubsetOf(known.words.union(joining)) &&
    (!draft.keepsWords || given.words.isSubsetOf(said.words))
  )
}

interface Token {
  readonly text: string
  readonly start: number
  /** Its one spelling where it has the form of a label: `HE 1`, `3.1.1.a-HE1`, `D3`, `(2022)`. */
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

function marksOf(text: string, movable: ReadonlySet<string>, units: Units): Marks {
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
      ordered.push(`${/-\s*$/.test(gap) ? '-' : ''}${written(found)} ${unitSpelling(quantity?.unit?.text ?? '')}`)
    } else if (/^cumpl/.test(folded) && before === 'no' && /^\s+$/.test(gap)) ordered[ordered.length - 1] = 'no cumpl'
    else if (weighty.test(folded) || !/\p{L}/u.test(found)) addWeight(ordered, weightOf(folded))
    else {
      const word = stem(folded)
      if (word !== undefined) words.add(word)
    }
    before = folded
  }
  return { ordered, labels, words }
}

/** `máxima: como máximo` weighs once; every `no` counts. */
function addWeight(list: string[], mark: string): void {
  if (list.at(-1) !== mark || !['maxim', 'minim'].includes(mark)) list.push(mark)
}

function weightOf(folded: string): string {
  return /^(maxim|minim|cumpl|incumpl|prohib|obligat)/.exec(folded)?.[0] ?? folded
}

/** `W/(m²·K)` and `W/m2K` are `W/m²K`. Units are compared as written, not by kind: dB and dBA are of one kind. */
function unitSpelling(unit: string): string {
  return unit.normalize('NFKC').replace(/[\s()^·*×⋅∙.]/g, '')
}

/** A number as a written value: `0.35` is `0,35`; what may be a thousand (`1.200`) stays as it is. */
function written(number: string): string {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(number) ? number : number.replace(/^(\d+)\.(\d+)$/, '$1,$2')
}
