import Fraction from 'fraction.js'
import { type Exact, parseDecimal } from './decimal.ts'
import type { UnitSymbol } from './schema.ts'

/** A unit taken apart: its exact size in base units, and the powers of those. Two units convert when `kind` is equal. */
export interface Unit {
  readonly text: string
  readonly factor: Exact
  readonly kind: string
}

/** Reads unit texts. Built once from the vocabulary; the answers are kept, as requests repeat few spellings. */
export interface Units {
  /** The symbols of the vocabulary, in its order. */
  readonly symbols: readonly UnitSymbol[]
  /** The unit of a text in any usual spelling (`W/m²K`, `W/(m²·K)`, `W·m⁻²·K⁻¹`), or undefined where it cannot be read. */
  parse(text: string): Unit | undefined
}

const superscripts: Readonly<Record<string, string>> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '⁻': '-',
}
const mostRemembered = 2000

/** Builds the reader from the symbols of `vocabulary/units.yaml`. */
export function unitsFrom(symbols: readonly UnitSymbol[]): Units {
  const bySpelling = new Map<string, UnitSymbol>()
  for (const symbol of symbols) for (const spelling of [symbol.symbol, ...symbol.spellings]) bySpelling.set(spelling, symbol)
  const spellings = [...bySpelling.keys()].sort((left, right) => right.length - left.length)
  const remembered = new Map<string, Unit | undefined>()
  return {
    symbols,
    parse(text) {
      if (remembered.has(text)) return remembered.get(text)
      const unit = read(text, bySpelling, spellings)
      if (remembered.size < mostRemembered) remembered.set(text, unit)
      return unit
    },
  }
}

/** A value in another unit of the same kind, exactly. */
export function convert(value: Exact, from: Unit, to: Unit): Exact {
  return from.text === to.text ? value : value.mul(from.factor).div(to.factor)
}

/** Everything after the first `/` or `por` divides: `W/m²K` is `W/(m²·K)`, as the codes write it. There, and only there, a power of ten may stand: `W/m² por 100 lux`. */
function read(text: string, bySpelling: ReadonlyMap<string, UnitSymbol>, spellings: readonly string[]): Unit | undefined {
  const plain = text
    .normalize('NFC')
    .replace(/\s+(?:y\s+)?(?:por(?:\s+cada)?|cada|per)\s+/g, '/')
    .replace(/\s+(?:y|and)\s+/g, '·')
    .replace(/[⁰¹²³⁴-⁹⁻]+/g, (digits) => [...digits].map((digit) => superscripts[digit]).join(''))
    .replace(/[\s()[\]^]/g, (found) => (/\s/.test(found) ? '·' : ''))
    .replace(/[*×⋅∙.]/g, '·')
  let factor = new Fraction(1)
  const powers = new Map<string, number>()
  let rest = plain
  let side = 1
  // Two symbols may touch only after an exponent (`m²K`): otherwise any word would be some product of units.
  let mayTouch = true
  while (rest !== '') {
    if (rest.startsWith('·')) {
      rest = rest.slice(1)
      mayTouch = true
    } else if (rest.startsWith('/')) {
      rest = rest.slice(1)
      side = -1
      mayTouch = true
    } else {
      const tens = side < 0 && mayTouch ? (/^10+(?!\d)/.exec(rest)?.[0] ?? '') : ''
      factor = tens === '' ? factor : factor.div(tens)
      rest = rest.slice(tens.length).replace(/^·/, '')
      const spelling = spellings.find((candidate) => rest.startsWith(candidate))
      const symbol = spelling === undefined ? undefined : bySpelling.get(spelling)
      if (spelling === undefined || symbol === undefined || !mayTouch) return undefined
      rest = rest.slice(spelling.length)
      const digits = /^-?\d/.exec(rest)?.[0] ?? ''
      rest = rest.slice(digits.length)
      mayTouch = digits !== ''
      const power = side * (digits === '' ? 1 : Number(digits))
      factor = factor.mul(size(symbol).pow(power) ?? 1)
      for (const [base, exponent] of Object.entries(symbol.base)) powers.set(base, (powers.get(base) ?? 0) + exponent * power)
    }
  }
  if (plain === '') return undefined
  const alone = bySpelling.get(plain)?.alone
  if (alone !== undefined) return { text, factor, kind: alone }
  const kind = [...powers]
    .filter(([, power]) => power !== 0)
    .map(([base, power]) => `${base}${power}`)
    .sort()
    .join(' ')
  return { text, factor, kind: kind === '' ? '1' : kind }
}

function size(symbol: UnitSymbol): Exact {
  const [numerator = '1', denominator = '1'] = symbol.factor.split('/')
  return parseDecimal(numerator).div(parseDecimal(denominator))
}
