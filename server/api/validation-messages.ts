import type { z } from 'zod'
import { en, es } from 'zod/locales'
import { withComma } from '../engine/decimal.ts'
import type { Language, Text } from '../errors/language.ts'

type Say = ReturnType<typeof es>['localeError']

/** Messages for invalid input in each language: those of zod, except for errors that people often see in forms. */
export const validationMessages: Readonly<Record<Language, Say>> = {
  es: inWords('es', es().localeError, {
    least: (low) => `se espera como mínimo ${withComma(low)}`,
    most: (high) => `se espera como máximo ${withComma(high)}`,
    day: 'se espera un día que exista, como 2026-11-21',
    line: 'se espera una sola línea sin caracteres de control',
    base64: 'se espera base64',
  }),
  en: inWords('en', en().localeError, {
    least: (low) => `expected at least ${low}`,
    most: (high) => `expected at most ${high}`,
    day: 'expected a day that exists, such as 2026-11-21',
    line: 'expected one line without control characters',
    base64: 'expected base64',
  }),
}

interface Words {
  least(low: string): string
  most(high: string): string
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
    if (text !== undefined) return text[language]
    if (issue.code === 'too_small' && isNumber(issue)) return words.least(String(issue.minimum))
    if (issue.code === 'too_big' && isNumber(issue)) return words.most(String(issue.maximum))
    if (issue.code === 'invalid_format' && issue.format === 'date') return words.day
    return (issue.code === 'invalid_format' ? wordsOfPattern(issue.pattern, words) : undefined) ?? others(issue)
  }
}

/** What a pattern asks for; undefined for one that people do not meet in forms. */
function wordsOfPattern(pattern: string | undefined, words: Words): string | undefined {
  if (pattern?.includes('\\u0000-') === true) return words.line
  return pattern?.includes('A-Za-z0-9+') === true ? words.base64 : undefined
}

/** True if the bound is for a number, not for a length. */
function isNumber({ origin, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): boolean {
  return (origin === 'number' || origin === 'int') && inclusive !== false
}
