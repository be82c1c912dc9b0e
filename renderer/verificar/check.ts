import { readTypedNumber } from '../../server/engine/typed-number.ts'

/** A check as the form and the address hold it: everything is text. */
export interface Check {
  readonly place: string
  readonly element: string
  readonly parameter: string
  readonly value: string
  readonly unit: string
  readonly date: string
  readonly context: Readonly<Record<string, string>>
  /** The same case with one thing otherwise, to be set beside it. */
  readonly other?: Other
}

export const otherKinds = ['altitud', 'fecha'] as const
export interface Other {
  readonly kind: (typeof otherKinds)[number]
  readonly value: string
}

export const emptyCheck: Check = { place: '', element: '', parameter: '', value: '', unit: '', date: '', context: {} }

const names = { place: 'lugar', element: 'elemento', parameter: 'parametro', value: 'valor', unit: 'unidad', date: 'fecha' } as const
const conditionPrefix = 'c.'
const otherPrefix = 'y.'

/** The check that an address holds; fields that it does not name are empty. */
export function checkFrom(query: URLSearchParams): Check {
  const other = otherKinds.flatMap((kind) => {
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
    ...(other === undefined ? {} : { other }),
  }
}

/** The address that holds a check. */
export function addressOf(check: Check): string {
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries(names)) {
    const value = check[name as keyof typeof names]
    if (value !== '') query.set(parameter, value)
  }
  for (const [name, value] of Object.entries(check.context)) if (value !== '') query.set(`${conditionPrefix}${name}`, value)
  if (check.other !== undefined) query.set(`${otherPrefix}${check.other.kind}`, check.other.value)
  return `/verificar?${query}`
}

/** The check with its one thing otherwise; undefined where there is none. */
export function otherCheck({ other, ...check }: Check): Check | undefined {
  if (other === undefined) return undefined
  return other.kind === 'fecha' ? { ...check, date: other.value } : { ...check, context: { ...check.context, altitud_m: other.value } }
}

/** Whether nothing that verify needs is empty. */
export function isWhole({ place, element, parameter, value, unit }: Check): boolean {
  return [place, element, parameter, value, unit].every((one) => one.trim() !== '')
}

/** A figure as people type it, as it goes to the service; a class, and what can be read in two ways, go as they are. */
export function wireValue(text: string): number | string {
  const read = readTypedNumber(text)
  if (read.kind !== 'number') return text.trim()
  const number = Number(read.text)
  // More digits than a number keeps go as text, which the service reads exactly.
  return String(number) === read.text.replace(/^(-?\d+\.\d*?)0+$/, '$1').replace(/\.$/, '') ? number : read.text
}

/** Conditions as the service takes them. */
export function wireContext(context: Check['context']): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(context)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, value === 'true' ? true : value === 'false' ? false : wireValue(value)]),
  )
}
