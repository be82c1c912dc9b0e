import type { Operation } from '../operations/operation.ts'
import { hasBody } from './read-input.ts'

/** The path and the body with which the API takes an input of an operation. Fields that are undefined or null are left out. */
export function operationRequest(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly body?: Record<string, unknown> } {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const inPath = (field: string): boolean => operation.path.includes(`{${field}}`)
  const path = given.reduce((made, [field, value]) => made.replace(`{${field}}`, inSegment(String(value))), operation.path)
  const rest = given.filter(([field]) => !inPath(field))
  if (hasBody(operation)) return { path, body: Object.fromEntries(rest) }
  const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)])).toString()
  return { path: query === '' ? path : `${path}?${query}` }
}

/** A value as one segment of a path. A dot segment would lead to another operation, so a space follows it. */
function inSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? `${value}%20` : encodeURIComponent(value)
}
