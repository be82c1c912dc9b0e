import type { z } from 'zod'
import type { Language, Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { type ErrorExtras, type FieldError, ServiceError, type ShownError } from '../errors/service-error.ts'
import { validationMessages } from './validation-messages.ts'

/** Limits on any input. Larger ones are rejected before validation, which could find an error in each of their parts. */
const mostElements = 1000
const mostFields = 300
const mostDepth = 32
const mostListed = 20

/** What a problem says besides, for an input that is refused. */
export type Help = (sent: unknown, errors: readonly FieldError[]) => ErrorExtras

/**
 * Parses the input of an operation. Throws `validation` with the first twenty wrong fields, as JSON pointers for a body and names for a
 * query, and the number of the others.
 */
export function parseInput<Input extends z.ZodObject>(
  input: Input,
  sent: unknown,
  { from, language, help }: { readonly from: 'body' | 'query'; readonly language: Language; readonly help?: Help | undefined },
): z.output<Input> {
  const pointerTo = (path: readonly PropertyKey[]): string =>
    from === 'body' ? jsonPointer(path) : path.map((part) => quoted(String(part))).join('.')
  const excess = excessIn(sent, 0)
  const refusal = (errors: readonly ShownError[], more: number): ServiceError =>
    validationError(errors, { ...help?.(sent, errors), more_errors: more })
  if (excess !== undefined) throw refusal([{ pointer: pointerTo(excess.path), code: 'too-big', detail: excess.detail[language] }], 0)
  const result = input.safeParse(sent, { error: validationMessages[language] })
  if (result.success) return result.data
  const errors: ShownError[] = []
  let total = 0
  for (const issue of result.error.issues) {
    total += issue.code === 'unrecognized_keys' ? issue.keys.length : 1
    if (errors.length < mostListed) errors.push(...fieldErrors(issue, pointerTo, language))
  }
  const listed = errors.slice(0, mostListed)
  throw refusal(listed, total - listed.length)
}

function validationError(errors: readonly ShownError[], extras: ErrorExtras): ServiceError {
  const list = errors.map(({ pointer, detail }) => `${pointer === '' ? '/' : pointer}: ${detail}`).join('; ')
  return new ServiceError('validation', { es: list, en: list }, { ...extras, errors })
}

/** The first part of a value that is over the limits, with its path and the error text; undefined if there is none. */
function excessIn(value: unknown, depth: number): { readonly path: readonly PropertyKey[]; readonly detail: Text } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  const keys = Object.keys(value)
  if (isList && keys.length > mostElements)
    return {
      path: [],
      detail: { es: `Son ${keys.length} elementos: caben ${mostElements}`, en: `There are ${keys.length} elements: ${mostElements} fit` },
    }
  if (!isList && keys.length > mostFields)
    return { path: [], detail: { es: `Son ${keys.length} campos: caben ${mostFields}`, en: `There are ${keys.length} fields: ${mostFields} fit` } }
  if (depth >= mostDepth) return { path: [], detail: { es: 'Demasiados niveles', en: 'Nested too deeply' } }
  for (const [key, part] of Object.entries(value)) {
    const found = excessIn(part, depth + 1)
    if (found !== undefined) return { ...found, path: [key, ...found.path] }
  }
  return undefined
}

function fieldErrors(issue: z.core.$ZodIssue, pointerTo: (path: readonly PropertyKey[]) => string, language: Language): ShownError[] {
  if (issue.code === 'unrecognized_keys') {
    const detailOf = (key: string): string => (language === 'es' ? `Campo desconocido «${quoted(key)}»` : `Unknown field "${quoted(key)}"`)
    return issue.keys.slice(0, mostListed).map((key) => ({ pointer: pointerTo([...issue.path, key]), code: 'unknown-field', detail: detailOf(key) }))
  }
  const code = issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code.replaceAll('_', '-')
  return [{ pointer: pointerTo(issue.path), code, detail: issue.message }]
}

function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${quoted(String(part)).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
