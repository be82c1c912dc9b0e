import type { IfcCheck } from '../kb/ifc-mapping.ts'
import { derivations, geometryValue } from './derived.ts'
import { type Found, sourceName, valuesNamed } from './found-value.ts'
import type { ModelElement } from './model.ts'

/** What a check reads of an element. Several values: the model contradicts itself, and each of them is tried. */
export interface Measured {
  readonly values: readonly (number | string)[]
  readonly unit: string
  readonly bound: Found['bound']
  readonly source: string
  readonly isConflict: boolean
  readonly notes: readonly string[]
  /** Set if nothing can be decided with it, and why. */
  readonly unusable?: 'unit' | 'text' | 'implausible' | 'odd'
}

/** The fields of a check that reading it needs. */
type Read = Pick<IfcCheck, 'values' | 'unit' | 'plausible'>

const feet = 0.3048
const sameShare = 1e-3
const sameMetres = 1e-3

/** The value of a check for an element: the first source counts, and what other sources say against it is noted or tried as well. Undefined if the model has none. */
export function measuredValue(element: ModelElement, check: Read): Measured | undefined {
  const found = check.values.flatMap((one) => foundOf(element, one))
  const [first, ...others] = found
  if (first === undefined) return undefined
  const rivals = others.filter((one) => contradicts(first, one) && !isInFeet(first, one))
  const inFeet = others.filter((one) => contradicts(first, one) && isInFeet(first, one))
  const notes = [
    ...inFeet.map((one) => `${one.source} dice ${spanish(one.value)}: está en pies, aunque el modelo declara otra unidad; cuenta ${first.source}`),
    ...rivals.map((one) => `${first.source} dice ${spanish(first.value)} y ${one.source} dice ${spanish(one.value)}`),
    ...(first.doubt === 'default-unit' ? [`El modelo no declara la unidad de ${first.source}: se toma ${check.unit}`] : []),
  ]
  const all = [first, ...rivals]
  const texts = all.map(({ value }) => value).filter((value) => typeof value !== 'boolean')
  return {
    values: [...new Set(texts)],
    unit: first.unit,
    bound: all.every(({ bound }) => bound === first.bound) ? first.bound : (all.find(({ bound }) => bound !== 'exact')?.bound ?? 'exact'),
    source: first.source,
    isConflict: rivals.length > 0,
    notes,
    ...unusableReason(all, check),
  }
}

function unusableReason(all: readonly Found[], check: Read): Pick<Measured, 'unusable'> {
  if (all.some(({ unit }) => unit === 'text')) return { unusable: 'text' }
  const readsText = check.values.some(({ pattern }) => pattern !== undefined)
  if (all.some(({ doubt }) => doubt === 'no-unit') || (!readsText && all.some(({ unit }) => unit !== check.unit))) return { unusable: 'unit' }
  const { plausible } = check
  const isOdd = ({ value }: Found): boolean =>
    typeof value === 'number' && plausible !== undefined && (value < plausible.min || value > plausible.max)
  return all.some(isOdd) ? { unusable: 'implausible' } : {}
}

function foundOf(element: ModelElement, { from, bound, pattern, as }: IfcCheck['values'][number]): Found[] {
  const at = from.indexOf('.')
  const [set, name] = [from.slice(0, at), from.slice(at + 1)]
  if (set === 'geometry') {
    const measured = geometryValue(element, name)
    return measured === undefined ? [] : [{ ...measured, bound, source: 'geometría' }]
  }
  if (set === 'derived') return derivedOf(element, name, bound)
  return valuesNamed(element, from).map((one) => {
    const told = { bound, source: sourceName(one), ...(one.doubt === undefined ? {} : { doubt: one.doubt }) }
    if (pattern === undefined) return { ...told, value: one.value, unit: typeof one.value === 'number' ? (one.unit ?? '1') : 'text' }
    const match = typeof one.value === 'string' ? new RegExp(pattern, 'i').exec(one.value.trim()) : null
    // A text that does not say what is asked for decides nothing, such as a rating of 60 without letters.
    return match === null ? { ...told, value: String(one.value), unit: 'text' } : { ...told, value: filled(as ?? '$&', match), unit: 'class' }
  })
}

/** Upper case, since classes are written so. */
function filled(template: string, match: RegExpExecArray): string {
  return template.replace(/\$(\d|&)/g, (_, group: string) => (group === '&' ? match[0] : (match[Number(group)] ?? ''))).toUpperCase()
}

/** A derived number. Where an input contradicts itself, there is one number for each combination. */
function derivedOf(element: ModelElement, name: string, bound: Found['bound']): Found[] {
  const derivation = derivations[name]
  if (derivation === undefined) return []
  const inputs = derivation.of.map(({ sources, ...input }) =>
    measuredValue(element, { ...input, values: sources.map((from) => ({ from, bound: 'exact' })) }),
  )
  if (inputs.some((one) => one === undefined || one.unusable === 'text')) return []
  const isDoubtful = inputs.some((one) => one?.unusable !== undefined)
  const combinations = inputs.reduce<number[][]>(
    (rows, one) => rows.flatMap((row) => (one?.values ?? []).map((value) => [...row, Number(value)])),
    [[]],
  )
  const source = `${derivation.text} (${inputs.map((one) => one?.source ?? '').join(', ')})`
  return combinations.map((row) => ({
    value: Number(derivation.compute(...row).toPrecision(12)),
    unit: derivation.unit,
    bound,
    source,
    ...(isDoubtful ? { doubt: 'no-unit' as const } : {}),
  }))
}

/** True if two values of one thing cannot both be right. An upper bound is contradicted only by an exact value above it. */
function contradicts(one: Found, other: Found): boolean {
  if (typeof one.value !== 'number' || typeof other.value !== 'number') return one.bound === other.bound && one.value !== other.value
  const apart = Math.abs(one.value - other.value) > sameMetres * Math.max(1, Math.abs(one.value))
  if (one.bound === other.bound) return one.bound === 'exact' && apart
  if (one.bound === 'exact' && other.bound === 'upper') return apart && one.value > other.value
  return one.bound === 'exact' && other.bound === 'lower' && apart && one.value < other.value
}

/** A known fault of one exporter: attributes of stairs in feet in a model in metres. */
function isInFeet(one: Found, other: Found): boolean {
  if (typeof one.value !== 'number' || typeof other.value !== 'number' || one.unit !== 'm') return false
  return other.source.startsWith('atributo') && Math.abs((other.value * feet) / one.value - 1) < sameShare
}

/** A value as people read it: with a decimal comma. */
export function spanish(value: number | string | boolean): string {
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value)
}
