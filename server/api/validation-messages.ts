import type { z } from 'zod'
import { en, es } from 'zod/locales'
import { withComma } from '../engine/decimal.ts'
import type { Language, Text } from '../errors/language.ts'

type Say = ReturnType<typeof es>['localeError']

/** Messages for invalid input in each language: what would be right. Those of zod remain for errors that people hardly meet. */
export const validationMessages: Readonly<Record<Language, Say>> = {
  es: inWords('es', es().localeError, {
    least: (low) => `se espera como mínimo ${withComma(low)}`,
    most: (high) => `se espera como máximo ${withComma(high)}`,
    size: (count, isText) => `${count} ${isText ? (count === 1 ? 'carácter' : 'caracteres') : count === 1 ? 'elemento' : 'elementos'}`,
    empty: 'está vacío: se espera un texto',
    missing: (expected) => `falta: se espera ${expected}`,
    type: (expected) => `se espera ${expected}`,
    types: {
      string: 'un texto',
      number: 'un número',
      int: 'un número entero',
      boolean: 'true o false',
      array: 'una lista',
      object: 'un objeto',
      record: 'un objeto',
      null: 'null',
    },
    oneOf: (values) => `se espera ${values.length > 1 ? 'una de estas opciones: ' : ''}${values.join(', ')}`,
    day: 'se espera un día que exista, como 2026-11-21',
    line: 'se espera una sola línea sin caracteres de control',
    base64: 'se espera base64',
  }),
  en: inWords('en', en().localeError, {
    least: (low) => `expected at least ${low}`,
    most: (high) => `expected at most ${high}`,
    size: (count, isText) => `${count} ${isText ? 'character' : 'item'}${count === 1 ? '' : 's'}`,
    empty: 'is empty: expected a text',
    missing: (expected) => `is missing: expected ${expected}`,
    type: (expected) => `expected ${expected}`,
    types: {
      string: 'a text',
      number: 'a number',
      int: 'a whole number',
      boolean: 'true or false',
      array: 'a list',
      object: 'an object',
      record: 'an object',
      null: 'null',
    },
    oneOf: (values) => `expected ${values.length > 1 ? 'one of: ' : ''}${values.join(', ')}`,
    day: 'expected a day that exists, such as 2026-11-21',
    line: 'expected one line without control characters',
    base64: 'expected base64',
  }),
}

interface Words {
  least(low: string): string
  most(high: string): string
  /** The length of a text or of a list. */
  size(count: number, isText: boolean): string
  readonly empty: string
  missing(expected: string): string
  type(expected: string): string
  /** The types of JSON, as zod calls them. */
  readonly types: Readonly<Record<string, string>>
  oneOf(values: readonly string[]): string
  readonly day: string
  /** For the pattern that rejects control characters. */
  readonly line: string
  /** For the pattern of files within JSON. */
  readonly base64: string
}

/** The messages of one language. A custom check has its text in both languages in `params.text`. */
function inWords(language: Language, others: Say, words: Words): Say {
  return (issue) => {
    const text = issue.code === 'custom' ? (issue.params?.['text'] as Text | undefined) : undefined
    return text?.[language] ?? messageOf(issue, words) ?? others(issue)
  }
}

function messageOf(issue: z.core.$ZodRawIssue, words: Words): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return words.empty
      return boundOf(issue, issue.minimum, words, words.least)
    case 'too_big':
      return boundOf(issue, issue.maximum, words, words.most)
    case 'invalid_type': {
      const expected = words.types[issue.expected]
      return expected && (issue.input === undefined ? words.missing(expected) : words.type(expected))
    }
    case 'invalid_value':
      return words.oneOf(issue.values.map(String))
    case 'invalid_format':
      return wordsOfFormat(issue.format, words) ?? (issue.pattern?.includes('\\u0000-') === true ? words.line : undefined)
    default:
      return undefined
  }
}

type Size = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>

/** The message of a bound on a number, or on the length of a text or a list; undefined for other bounds. */
function boundOf({ origin, inclusive }: Size, bound: number | bigint, words: Words, say: (bound: string) => string): string | undefined {
  if (inclusive === false) return undefined
  if (origin === 'number' || origin === 'int') return say(String(bound))
  return origin === 'string' || origin === 'array' ? say(words.size(Number(bound), origin === 'string')) : undefined
}

/** What a format asks for; undefined for one that people do not meet in forms. */
function wordsOfFormat(format: string, words: Words): string | undefined {
  if (format === 'date') return words.day
  return format === 'base64' ? words.base64 : undefined
}
