import Fraction from 'fraction.js'
import { type Exact, parseDecimal } from './decimal.ts'
import type { UnitSymbol } from './schema.ts'

/** A unit taken apart: its exact size in base units, and the powers of those. Two units convert when `kind` is equal. */
export interface Unit {
  readonly text: string
  readonly factor: Exact
  readonly kind: string
}

/** Kinds of units of things that are counted: their number may be a pure one. */
export const countedKinds: ReadonlySet<string> = new Set(['persona1', 'plaza1', 'vivienda1', 'planta1', 'local1'])

/** Reads unit texts. Built once from the vocabulary; the answers are kept, as requests repeat few spellings. */
export interface Units {
  /** The symbols of the vocabulary, in its order. */
  readonly symbols: readonly UnitSymbol[]
  /** The unit of a text in any usual spelling (`W/m²K`, `W/(m²·K)`, `W·m⁻²·K⁻¹`), or undefined where it cannot be read. */
  parse(text: string): Unit | undefined
  /**
   * The unit of a text that measures the same as one of some others, read as people mean it there: `kg/cm²` is a pressure where one is asked for,
   * `grados` an angle, `renovaciones` those of an hour. Without any such reading, what `parse` gives.
   */
  parseLike(text: string, others: readonly string[]): Unit | undefined
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
  const anyCase = inAnyCase(
    new Map([...Map.groupBy(spellings, (spelling) => spelling.toLowerCase())].flatMap(([low, all]) => oneSymbol(low, all, bySpelling))),
    bySpelling,
  )
  const remembered = new Map<string, Unit | undefined>()
  const parse = (text: string): Unit | undefined => {
    if (remembered.has(text)) return remembered.get(text)
    const plain = text.trim().replace(/\s+/g, ' ')
    const found = variants(plain, anyCase).map((one) => read(one, bySpelling, spellings))
    const unit = found.find((one) => one !== undefined)
    const named = unit === undefined ? undefined : { ...unit, text }
    if (remembered.size < mostRemembered) remembered.set(text, named)
    return named
  }
  return {
    symbols,
    parse,
    parseLike(text, others) {
      const kinds = new Set(others.map((other) => parse(other)?.kind))
      const readings = [parse(text), ...otherMeanings(text).map(parse)]
      return readings.find((unit) => unit !== undefined && kinds.has(unit.kind)) ?? readings[0]
    },
  }
}

/** The symbol that a spelling in any case may be, if it is one only: `KW` is kW, and `mw` may be two. */
function oneSymbol(low: string, spelled: readonly string[], bySpelling: ReadonlyMap<string, UnitSymbol>): (readonly [string, string])[] {
  const symbols = new Set(spelled.map((spelling) => bySpelling.get(spelling)?.symbol ?? spelling))
  const [only] = symbols
  return symbols.size === 1 && only !== undefined ? [[low, only]] : []
}

/**
 * Reads a word in any case as a symbol: `KW` is kW. Not where the case of an `m` tells milli from mega, a factor of 10⁹ (`MA`, `mPa`): that unit is
 * another one. Nobody writes megametres, so `MM` is mm.
 */
function inAnyCase(symbols: ReadonlyMap<string, string>, bySpelling: ReadonlyMap<string, UnitSymbol>): (word: string) => string {
  const isOfPrefix = (symbol: string): boolean => /^m/i.test(symbol) && symbol.length > 1 && symbol !== 'mm' && bySpelling.has(symbol.slice(1))
  return (word) => {
    const symbol = symbols.get(word.toLowerCase())
    const isOther = symbol !== undefined && word.length === symbol.length && word[0] !== symbol[0] && isOfPrefix(symbol)
    return symbol === undefined || isOther ? word : symbol
  }
}

/** A text as it stands, then as people write units: `metros cuadrados`, `cm.`, `l/s p.p.`, `M2`. */
function variants(written: string, anyCase: (word: string) => string): string[] {
  const text = written.replace(/\s*(?<![\p{L}.])p\.\s?p\.?$/iu, '/persona')
  const plain = text
    .replace(/(\p{L}+)\s+cuadrad[oa]s?/giu, '$1²')
    .replace(/(\p{L}+)\s+c[uú]bic[oa]s?/giu, '$1³')
    .replace(/^por\s+(?=\p{L}+$)/iu, '1/')
    .replace(/\s+(?:al|a\s+la)\s+(?=(?:d[ií]a|hora|minuto|segundo|mes|año|semana)$)/iu, '/')
    .replace(/\s+diari[oa]s?$/iu, '/día')
  const withoutStop = plain.replace(/\.(?=$|[\s/·)])/g, '')
  const inSymbols = withoutStop.replace(/\p{L}+/gu, anyCase)
  return [...new Set([text, anyCase(text), plain, withoutStop, inSymbols])]
}

/** Other units that a text may stand for in speech: kilograms of force, degrees of an angle. The factors are exact by definition. */
function otherMeanings(text: string): string[] {
  const force = text.replace(/^\s*(?:kg|kgs|kilos?|kilogramos?)(?=\s*(?:$|\/|por))/i, 'kp')
  // Air is changed by the hour.
  const hourly = /^\s*(?:renovaciones|renovación|ren)\.?\s*$/i.test(text) ? ['1/h'] : []
  return [...(force === text ? [] : [force]), ...(/^\s*grados?\.?\s*$/i.test(text) ? ['°'] : []), ...hourly]
}

/** A value in another unit of the same kind, exactly. */
export function convert(value: Exact, from: Unit, to: Unit): Exact {
  return from.text === to.text ? value : value.mul(from.factor).div(to.factor)
}

/** Everything after the first `/` or `por` divides: `W/m²K` is `W/(m²·K)`, as the codes write it. There, and only there, a power of ten may stand: `W/m² por 100 lux`. */
function read(text: string, bySpelling: ReadonlyMap<string, UnitSymbol>, spellings: readonly string[]): Unit | undefined {
  const whole = bySpelling.get(text)
  const plain = (whole?.symbol ?? text)
    .normalize('NFC')
    .replace(/\s+(?:y\s+)?(?:por(?:\s+cada)?|cada|per)\s+/g, '/')
    .replace(/\s+(?:y|and)\s+/g, '·')
    .replace(/[⁰¹²³⁴-⁹⁻]+/g, (digits) => [...digits].map((digit) => superscripts[digit]).join(''))
    .replace(/[\s()[\]^]/g, (found) => (/\s/.test(found) ? '·' : ''))
    .replace(/[*×⋅∙.]/g, '·')
    .replace(/·+$/, '')
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
