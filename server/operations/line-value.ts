import type { LineParts } from '../ask/line-parts.ts'
import { type Exact, parseDecimal } from '../engine/decimal.ts'

/** The value of a line, as a rule is asked whether it fits. */
export interface LineValue {
  readonly text: string
  readonly unit: string | undefined
  readonly isClass: boolean
  readonly measured: Exact | string
}

/** Makes the value of a line ready. Undefined if it has none. */
export function lineValue(value: LineParts['value']): LineValue | undefined {
  if (value === undefined) return undefined
  const isClass = !/^-?\d+(?:\.\d+)?$/.test(value.text)
  return { ...value, isClass, measured: isClass ? value.text : parseDecimal(value.text) }
}
