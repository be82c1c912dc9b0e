import { readTypedNumber, type TypedNumber } from './typed-number.ts'
import { countedKinds, type Unit, type Units } from './unit.ts'

/** A number in a question, with its unit if it has one. */
export interface Quantity {
  readonly text: string
  /** Set if the point may mean thousands or decimals (`3.000`): the typed text and both readings. `text` is then the thousands. */
  readonly unclear?: { readonly typed: string; readonly readings: Extract<TypedNumber, { kind: 'ambiguous' }> }
  readonly unit: Unit | undefined
  /** `below` after `menos de` or `<`, `above` after `más de` or `>`, otherwise `exactly`. */
  readonly sense: 'below' | 'above' | 'exactly'
  /** True if it is a word (`una única`, `dos`) without a unit, which counts the noun after it. */
  readonly isWord: boolean
  /** Position in the question; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

const number = /(?<![\p{L}\d.,-])-?\d+(?:[.,]\d+)*(?![\p{L}\d]*[-.]\d)/gu
/** The number of a law: `486/1997`, `TMA/851/2021`, `1027/2007`. */
const lawNumber = /(?<![\d.,])\d{1,4}\/(?:19|20)\d\d(?!\d)/g
const below =
  /(?:menos del?|(?:por )?debajo de|menor(?:es)? (?:de|que|a)|no llegan? a|(?<!(?:parte|borde|canto|cara|lado|extremo) )inferior(?:es)? a|hasta menos de|<)\s*(?:los |las |unos |unas )?$/i
const above =
  /(?:m[aá]s del?|por encima de|mayor(?:es)? (?:de|que|a)|superan?(?: los| las)?|(?<!(?:parte|borde|canto|cara|lado|extremo) )superior(?:es)? a|pasan? de|>)\s*(?:los |las |unos |unas )?$/i

/** The number one as a word: `una única`, `una sola`. */
const single = /\b(?:un[ao]?\s+)?([uú]nic[ao]|sol[ao])(?=\s+\p{L})/giu

/** Small numbers in words, read before a unit (`dos meses`). `un` and `una` are articles. */
const numerals: Readonly<Record<string, number>> = {
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  once: 11,
  doce: 12,
  quince: 15,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  cien: 100,
}
const numeral = new RegExp(`(?<!\\p{L})(${Object.keys(numerals).join('|')})(?=\\s+\\p{L})(?!\\s+(?:y|o|de|en|por|veces|a)\\s)`, 'giu')

/** A plural noun right behind a number: things are counted whole, so `4.000 aficionados` are thousands; and money has two decimals. */
const countsThings = /^\s+\p{L}{3,}s(?!\p{L})|^\s*€/u
/** Units so small that nobody writes thousandths of them: `1.200 cm²`, `9.000 W` are thousands. */
const smallUnits = ['cm²', 'mm²', 'W', 'VA', 'l', 'l/h', 'lx', 'Pa', 'kg']

/** The quantities of a question in order. A unit follows its number; the longest text that parses as a unit is taken. */
export function quantitiesIn(question: string, units: Units): Quantity[] {
  const words = [...question.matchAll(single)].map(
    (match): Quantity => ({ text: '1', unit: undefined, sense: 'exactly', isWord: true, start: match.index, end: match.index + match[0].length }),
  )
  const laws = [...question.matchAll(lawNumber)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
  const numbers = (/\d/.test(question) ? [...question.matchAll(number)] : []).filter(
    ({ index }) => !laws.some(({ start, end }) => start <= index && index < end),
  )
  const decimalMark = decimalMarkIn(numbers)
  const written = numbers.flatMap((match): Quantity[] => {
    const read = readIn(match[0], decimalMark)
    // `3.1.1` is a section number.
    if (read.kind === 'text') return []
    const before = question.slice(0, match.index)
    const end = match.index + match[0].length
    const { unit, length } = unitAtStart(question.slice(end), units)
    const sense = /[<>]=\s*$|[≤≥]\s*$/.test(before)
      ? ('exactly' as const)
      : below.test(before)
        ? ('below' as const)
        : above.test(before)
          ? ('above' as const)
          : ('exactly' as const)
    const isCount = unit === undefined ? countsThings.test(question.slice(end)) : countedKinds.has(unit.kind)
    const isClear = read.kind === 'number' || isCount || (!match[0].includes(',') && isSmall(unit, units))
    const reading =
      read.kind === 'number' ? { text: read.text } : { text: read.grouped, ...(isClear ? {} : { unclear: { typed: match[0], readings: read } }) }
    return [{ ...reading, unit, sense, isWord: false, start: match.index, end: end + length }]
  })
  const spelled = [...question.matchAll(numeral)].flatMap((match): Quantity[] => {
    const end = match.index + match[0].length
    const { unit, length } = unitAtStart(question.slice(end), units)
    const isCount = unit === undefined || unit.kind === '1'
    const rest = isCount ? { unit: undefined, isWord: true, end } : { unit, isWord: false, end: end + length }
    return [{ text: String(numerals[match[0].toLowerCase()]), sense: 'exactly', start: match.index, ...rest }]
  })
  return withSharedUnits(
    [...written, ...spelled, ...words].sort((left, right) => left.start - right.start),
    question,
  )
}

function isSmall(unit: Unit | undefined, units: Units): boolean {
  return unit !== undefined && smallUnits.map(units.parse).some((one) => one?.kind === unit.kind && one.factor.equals(unit.factor))
}

/** The decimal mark that the numbers found in a text show: `1,25`, and not `1,250`, which may be thousands. Undefined if none does, or both. */
function decimalMarkIn(numbers: readonly RegExpExecArray[]): ',' | '.' | undefined {
  const marks = new Set(numbers.flatMap(([typed]) => /^-?\d+([.,])(?:\d{1,2}|\d{4,})$/.exec(typed)?.[1] ?? []))
  const [only] = marks
  return marks.size !== 1 ? undefined : only === ',' ? ',' : '.'
}

/** A number as typed. Beside `1,25` the point of `1.500` parts thousands: nobody writes decimals in two ways. */
function readIn(typed: string, decimalMark: ',' | '.' | undefined): TypedNumber {
  const read = readTypedNumber(typed)
  const isGrouped = read.kind === 'ambiguous' && decimalMark !== undefined && !typed.includes(decimalMark)
  return isGrouped ? { kind: 'number', text: read.grouped } : read
}

/** Between two measures of one thing: `1,00 × 1,25 m`; `18 cm de alto por 28 de fondo`. */
const [times, besides] = [/^\s*(?:×|x|por|\*)\s*$/i, /^\s*(?:de\s+\p{L}+\s*)?(?:×|x|por|y|,)\s*$/iu]
const measured =
  /^\s*(?:de\s+(?:alto|altura|ancho|anchura|fondo|largo|longitud|profundidad|espesor|grosor|grueso|diámetro|huella|tabica|contrahuella)(?!\p{L})|$|[.?!¿])/iu

/** The quantities, those without a unit with that of the measure beside them. */
function withSharedUnits(all: readonly Quantity[], question: string): Quantity[] {
  return all.map((one, index): Quantity => {
    const [before, after] = [all[index - 1], all[index + 1]]
    if (one.unit !== undefined || one.isWord) return one
    if (after?.unit !== undefined && times.test(question.slice(one.end, after.start))) return { ...one, unit: after.unit }
    const isBeside = before?.unit !== undefined && before.unit.kind !== '1' && besides.test(question.slice(before.end, one.start))
    return isBeside && measured.test(question.slice(one.end)) ? { ...one, unit: before?.unit } : one
  })
}

interface Found {
  readonly unit: Unit | undefined
  readonly length: number
}

/** The unit that a text begins with, in as many words as it has, and its length; undefined with length 0 if it begins with none. */
export function unitAtStart(rest: string, units: Units): Found {
  const one = unitWordAfter(rest, units)
  return (one.unit === undefined ? undefined : unitInWords(rest, one, units)) ?? one
}

/** What a unit of several words goes on with: `litros por segundo y plaza`, `metros cuadrados`, `litros al día`. */
const further = String.raw`(?:cuadrad|c[uú]bic|diari)[oa]s?|(?:por(?:\s+cada)?|cada|al|a\s+la)\s+\p{L}+(?:\s+(?:cuadrad|c[uú]bic)[oa])?(?:\s+y\s+\p{L}+)?`
const goesOn = new RegExp(String.raw`^\s+(${further})(?!\p{L})`, 'iu')
/** … with what is measured between: `litros de agua caliente al día`. */
const goesOnBehind = new RegExp(String.raw`^\s+de(?:\s+\p{L}+){1,3}?\s+(${further})(?!\p{L})`, 'iu')

/** A unit that goes on in words behind its first; undefined if it does not. */
function unitInWords(rest: string, { unit, length }: Found, units: Units): Found | undefined {
  const [first, behind] = [rest.slice(0, length).trim(), rest.slice(length)]
  const [written = '', said = ''] = goesOn.exec(behind) ?? []
  // `Litros por segundo y nadie` is no unit, and `litros por segundo` is.
  for (const words of [said, said.replace(/\s+y\s+\p{L}+$/u, '')]) {
    const whole = words === '' ? undefined : units.parse(`${first} ${words}`)
    if (whole !== undefined && whole.kind !== unit?.kind) return { unit: whole, length: length + written.length - (said.length - words.length) }
  }
  const apart = goesOnBehind.exec(behind)?.[1]
  const whole = apart === undefined ? undefined : units.parse(`${first} ${apart}`)
  return whole === undefined || whole.kind === unit?.kind ? undefined : { unit: whole, length }
}

/** What many write apart from the unit that it belongs to: `W/m² K`, `kWh/m² año`. */
const lastPart = /^\s(?:K|[°º]C|año)(?![\p{L}\d])/iu

function unitWordAfter(rest: string, units: Units): Found {
  const joined = /^\s*[^\s\d¿?¡!,;:][^\s?¿!¡;:]*(?:\s[·/]\s?[^\s?;:]+)*/u.exec(rest)?.[0] ?? ''
  const more = joined.includes('/') ? (lastPart.exec(rest.slice(joined.length))?.[0] ?? '') : ''
  const text = units.parse(`${joined}${more}`.trim()) === undefined ? joined : `${joined}${more}`
  // `4,60 m-ko`: the ending that another language puts to a unit.
  const plain = text.replace(/(?<=\p{L})-\p{L}+$/u, '').replace(/[.,)]+$/, '')
  for (const candidate of [text, plain].filter((one) => /[\p{L}%‰°º]/u.test(one))) {
    const unit = units.parse(candidate.trim())
    const alone = candidate === plain ? unit : units.parse(plain.trim())
    // The stop of a sentence is no part of the unit.
    if (unit !== undefined && alone?.kind === unit.kind && alone.factor.equals(unit.factor)) return { unit: alone, length: plain.length }
    if (unit !== undefined) return { unit, length: candidate.length }
  }
  return { unit: undefined, length: 0 }
}
