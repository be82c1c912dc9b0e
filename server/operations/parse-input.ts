import type { z } from 'zod'
import { type FieldError, type Language, ServiceError } from '../errors.ts'
import { inputWords } from './input-words.ts'

/** Reads what was sent by an operation's input. Throws the `ServiceError` that names each field at fault: by JSON pointer in a body, by name in a query. */
export function parseInput<Input extends z.ZodObject>(
  input: Input,
  sent: unknown,
  { from, language }: { readonly from: 'body' | 'query'; readonly language: Language },
): z.output<Input> {
  const result = input.safeParse(sent, { error: inputWords[language] })
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, from))
  const list = errors.map(({ pointer, detail }) => `${pointer === '' ? '/' : pointer}: ${detail}`).join('; ')
  throw new ServiceError('validation', { es: list, en: list }, { errors })
}

function fieldErrors(issue: z.core.$ZodIssue, from: 'body' | 'query'): FieldError[] {
  const pointer = (path: readonly PropertyKey[]): string => (from === 'body' ? jsonPointer(path) : path.map(String).join('.'))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), code: 'unknown-field', detail: issue.message }))
  const code = issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code.replaceAll('_', '-')
  return [{ pointer: pointer(issue.path), code, detail: issue.message }]
}

function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
