import type { Quantity } from '../engine/quantities.ts'
import type { Unit } from '../engine/unit.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Word } from './phrase-index.ts'
import type { PlaceReading } from './places.ts'
import type { SlotReader } from './slots.ts'

/** A line of a person in short, by its parts: `cubierta plana 0,5 en Burgos a 1000 m`. */
export interface LineParts {
  /** What is left when place, quantities and the words between them are taken off: `cubierta plana`. */
  readonly thing: string
  readonly place: PlaceReading
  /** The one value to judge: a quantity or a class. Undefined if there is none, or several. */
  readonly value: { readonly text: string; readonly unit: string | undefined } | undefined
  /** Metres of the site, without thousands separators. `isSaid`: the line says that it is an altitude; otherwise it only stands where one does (`a 1000 m`). */
  readonly altitude: { readonly text: string; readonly isSaid: boolean } | undefined
  /** True if a number is left that nothing here can place: the line is then no check. */
  readonly isOpen: boolean
  /** True if it is put as a question. */
  readonly isQuestion: boolean
}

const joining = new Set('a al con de del el en la las lo los para por un una uno y'.split(' '))
const altitudeWord = /^(altitud|cota|snm|msnm)$/
const question =
  /[¿?]|^\s*(?:a |en |de |con |por )?(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|c[oó]mo|cu[aá]ndo|d[oó]nde|qui[eé]n|hay que|se puede|es obligatorio|hace falta|what|which|how|when|quin[as]?|quant|canto|zein|zenbat)\s/iu

/** Reads the parts of a line. */
export function readLineParts(line: string, slots: SlotReader, kb: KnowledgeBase): LineParts {
  const read = slots.read(line)
  const { words, classes } = read
  const metre = kb.book.units.parse('m')
  const quantities = [...read.unassigned, ...read.assigned].map(({ quantity }) => quantity).filter(({ isWord }) => !isWord)
  const isAltitude = (one: Quantity): boolean => isUnit(one, metre) && (isSaid(one, words) || wordBefore(one, words) === 'a')
  // The place reader looks for places in sentences; a line may end with a bare name.
  const high = quantities.findLast((one) => isAltitude(one))
  const unmeasured = words.filter((word) => !quantities.some((one) => isInside(word, one)) && !isOfClass(word, classes))
  const named = unmeasured.filter((word) => high === undefined || !altitudeWord.test(word.folded))
  const left = trimmed(named.filter((word) => !read.placeWords.has(words.indexOf(word))))
  const bare = read.place.kind === 'none' ? bareName(left, kb) : undefined
  const rest = trimmed(left.filter((word) => bare?.words.includes(word) !== true))
  const values = quantities.filter((one) => one !== high)
  const [only] = values
  const isClear = (one: Quantity): boolean => one.unclear === undefined && one.sense === 'exactly'
  return {
    ...(rest.length === 0
      ? // `muro 0,35`, `muro`: a line that is only a name may be that of a thing, as of a town.
        { thing: textOf(trimmed(named)), place: { kind: 'none' } }
      : { thing: textOf(rest), place: bare?.reading ?? read.place }),
    value:
      values.length === 0 && classes.length === 1
        ? { text: classes[0] ?? '', unit: undefined }
        : values.length === 1 && classes.length === 0 && only !== undefined && isClear(only)
          ? { text: only.text, unit: only.unit?.text }
          : undefined,
    altitude: high === undefined || !isClear(high) ? undefined : { text: high.text, isSaid: isSaid(high, words) },
    isOpen: values.length + classes.length > 1 || quantities.some((one) => !isClear(one)),
    isQuestion: question.test(line),
  }
}

function isUnit({ unit }: Quantity, other: Unit | undefined): boolean {
  return unit !== undefined && other !== undefined && unit.kind === other.kind && unit.factor.equals(other.factor)
}

function isInside({ start }: Word, quantity: Quantity): boolean {
  return start >= quantity.start && start < quantity.end
}

function isOfClass({ text }: Word, classes: readonly string[]): boolean {
  return classes.some((one) => one.split(/\s+/).includes(text))
}

function wordBefore({ start }: Quantity, words: readonly Word[]): string | undefined {
  return words.findLast((word) => word.start < start)?.folded
}

/** True if the words beside a quantity say that it is an altitude: `1000 m de altitud`, `cota 1000 m`. */
function isSaid(one: Quantity, words: readonly Word[]): boolean {
  const after = words.filter(({ start }) => start >= one.end).slice(0, 2)
  return altitudeWord.test(wordBefore(one, words) ?? '') || after.some(({ folded }) => altitudeWord.test(folded))
}

/** Without the words at both ends that only join the parts. */
function trimmed(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ folded }) => !joining.has(folded))
  const last = words.findLastIndex(({ folded }) => !joining.has(folded))
  return first < 0 ? [] : words.slice(first, last + 1)
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

const mostWordsOfName = 6

/** The longest run of words at the beginning or the end that is the name of a municipality and no word of the vocabulary. */
function bareName(words: readonly Word[], kb: KnowledgeBase): { readonly words: readonly Word[]; readonly reading: PlaceReading } | undefined {
  const { elements, parameters } = kb.book
  for (let length = Math.min(mostWordsOfName, words.length); length > 0; length--)
    for (const run of [words.slice(-length), words.slice(0, length)]) {
      const name = textOf(run)
      if (elements.named(name).length > 0 || parameters.named(name).length > 0) continue
      const found = kb.geography.municipalitiesNamed(name)
      const [one] = found
      if (one === undefined) continue
      const ines = found.map(({ ine }) => ine)
      return {
        words: run,
        reading: ines.length === 1 ? { kind: 'municipality', ine: one.ine } : { kind: 'several', name, ines, orCountry: false },
      }
    }
  return undefined
}
