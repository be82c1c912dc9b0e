import type { IfcAPI } from 'web-ifc'

/** One line of the file: attributes by name. */
export type Line = Readonly<Record<string, unknown>> & { readonly expressID: number; readonly type: number }

/** Typed access to the lines of one open model. Nothing here follows references by itself, so cyclic ones do no harm. */
export interface Step {
  /** Identifiers of the lines of a class and its subclasses. */
  idsOf(type: number): readonly number[]
  /** A line; undefined if there is none or it cannot be read. */
  line(id: number | undefined): Line | undefined
}

/** Opens lines of a model. */
export function stepOf(api: IfcAPI, model: number): Step {
  return {
    idsOf: (type) => {
      const found = api.GetLineIDsWithType(model, type, true)
      return Array.from({ length: found.size() }, (_, index) => found.get(index))
    },
    line: (id) => {
      if (id === undefined || id <= 0) return undefined
      try {
        const read: unknown = api.GetLine(model, id)
        return isLine(read) ? read : undefined
      } catch {
        return undefined
      }
    },
  }
}

function isLine(read: unknown): read is Line {
  return typeof read === 'object' && read !== null && 'expressID' in read && 'type' in read
}

interface Typed {
  readonly value?: unknown
  readonly type?: unknown
  readonly name?: unknown
}

const reference = 5

function typed(argument: unknown): Typed | undefined {
  return typeof argument === 'object' && argument !== null && 'type' in argument ? argument : undefined
}

/** The line that an attribute refers to. */
export function refOf(argument: unknown): number | undefined {
  const { type, value } = typed(argument) ?? {}
  return type === reference && typeof value === 'number' ? value : undefined
}

/** The lines that a list attribute refers to. A single reference is a list of one. */
export function refsOf(argument: unknown): readonly number[] {
  return (Array.isArray(argument) ? argument : [argument]).flatMap((one: unknown) => refOf(one) ?? [])
}

/** The text of an attribute, in one line and at most 300 characters; empty if it has none. */
export function textOf(argument: unknown): string {
  const value = typed(argument)?.value
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 300) : ''
}

/** The number of an attribute, without the noise that programs leave in the last digits of a double. */
export function numberOf(argument: unknown): number | undefined {
  const value = typed(argument)?.value
  const number = typeof value === 'string' ? Number.NaN : Number(value)
  return value !== null && value !== undefined && typeof value !== 'boolean' && Number.isFinite(number) ? plain(number) : undefined
}

/** True or false; undefined for a logical that is unknown. */
export function truthOf(argument: unknown): boolean | undefined {
  const value = typed(argument)?.value
  return value === true || value === 'T' ? true : value === false || value === 'F' ? false : undefined
}

/** The measure that a value is declared as: `IFCPOSITIVELENGTHMEASURE`; empty if none. */
export function measureOf(argument: unknown): string {
  const name = typed(argument)?.name
  return typeof name === 'string' ? name.toUpperCase() : ''
}

/** Twelve significant digits: a double has fifteen, and 0.9 metres often arrive as 0.89999999999999858. */
export function plain(value: number): number {
  return Number(value.toPrecision(12))
}
