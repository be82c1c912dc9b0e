import type { Text } from '../errors/language.ts'

/** One option of a command, as it is parsed, explained and completed. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** True if it may be given several times. */
  readonly multiple?: true
  readonly default?: string | boolean
  /** True if the command cannot run without it. */
  readonly required?: true
  /** What stands for its value in the help; undefined for one without a value. */
  readonly value?: Text
  /** All values that it takes, if they are few: for the help and for completion. */
  readonly values?: readonly string[]
  readonly about: Text
}

/** A text in both languages. Without an English one it is the same in both. */
export function text(es: string, en = es): Text {
  return { es, en }
}

/** An option with a value. */
export function valued(value: Text, about: Text) {
  return { type: 'string', value, about } as const
}

/** An option with a value that may be given several times. */
export function repeated(value: Text, about: Text) {
  return { type: 'string', multiple: true, value, about } as const
}

/** An option with one of a few values. */
export function chosen(values: readonly string[], about: Text) {
  return { type: 'string', values, value: text(values.join('|')), about } as const
}

/** An option without a value. */
export function flag(about: Text) {
  return { type: 'boolean', default: false, about } as const
}
