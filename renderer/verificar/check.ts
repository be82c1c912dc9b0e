import { readTypedNumber } from '../../server/engine/typed-number.ts'

/** A check as in the form and in the address: all fields are text. */
export interface Check {
  readonly place: string
  readonly element: string
  readonly parameter: string
  readonly value: string
  readonly unit: string
  readonly date: string
  readonly context: Readonly<Record<string, string>>
  /** Another altitude or date to compare with. */
  readonly variation?: Variation
}

export const variationKinds = ['altitud', 'fecha'] as const
export interface Variation {
  readonly kind: (typeof variationKinds)[number]
  readonly value: string
}

export const emptyCheck: Check = { place: '', element: '', parameter: '', value: '', unit: '', date: '', context: {} }

const names = { place: 'lugar', element: 'elemento', parameter: 'parametro', value: 'valor', unit: 'unidad', date: 'fecha' } as const
const conditionPrefix = 'c.'
const otherPrefix = 'y.'

/** Reads a check from an address; missing fields are empty. */
export function checkFrom(query: URLSearchParams): Check {
  const variation = variationKinds.flatMap((kind) => {
    const value = query.get(`${otherPrefix}${kind}`) ?? ''
    return value === '' ? [] : [{ kind, value }]
  })[0]
  const field = (name: keyof typeof names): string => query.get(names[name]) ?? ''
  return {
    place: field('place'),
    element: field('element'),
    parameter: field('parameter'),
    value: field('value'),
    unit: field('unit'),
    date: field('date'),
    context: Object.fromEntries(
      [...query].filter(([name]) => name.startsWith(conditionPrefix)).map(([name, value]) => [name.slice(conditionPrefix.length), value]),
    ),
    ...(variation === undefined ? {} : { variation }),
  }
}

/** The address of a check. */
export function addressOf(check: Check): string {
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries(names)) {
    const value = check[name as keyof typeof names]
    if (value !== '') query.set(parameter, value)
  }
  for (const [name, value] of Object.entries(check.context)) if (value !== '') query.set(`${conditionPrefix}${name}`, value)
  if (check.variation !== undefined) query.set(`${otherPrefix}${check.variation.kind}`, check.variation.value)
  return `/verificar?${query}`
}

/** The check with its variation applied; undefined if it has none. */
export function variedCheck({ variation, ...check }: Check): Check | undefined {
  if (variation === undefined) return undefined
  return variation.kind === 'fecha' ? { ...check, date: variation.value } : { ...check, context: { ...check.context, altitud_m: variation.value } }
}

/** True if no field that verify requires is empty. */
export function isComplete({ place, element, parameter, value, unit }: Check): boolean {
  return [place, element, parameter, value, unit].every((one) => one.trim() !== '')
}

/** Converts a typed number for the service. Classes and ambiguous numbers are sent as typed. */
export function wireValue(text: string): number | string {
  const read = readTypedNumber(text)
  if (read.kind !== 'number') return text.trim()
  const number = Number(read.text)
  // Numbers with more digits than a double can hold are sent as text, which the service reads exactly.
  return String(number) === read.text.replace(/^(-?\d+\.\d*?)0+$/, '$1').replace(/\.$/, '') ? number : read.text
}

/** Conditions in the format of the service. */
export function wireContext(context: Check['context']): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(context)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, value === 'true' ? true : value === 'false' ? false : wireValue(value)]),
  )
}
