import type { ErrorExtras, FieldError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { describeUrl } from './pair.ts'

const aboutPair = /^\/(element|parameter|value|unit|context)(\/|$)/

/** The link to what describes the pair, for a verify request that is wrong in what is checked. */
export function verifyHelp(kb: KnowledgeBase, sent: unknown, errors: readonly FieldError[]): ErrorExtras {
  if (!errors.some(({ pointer }) => aboutPair.test(pointer))) return {}
  const { element, parameter } = (typeof sent === 'object' && sent !== null ? sent : {}) as Readonly<Record<string, unknown>>
  return { describe: describeUrl(kb, textOf(element), textOf(parameter)) }
}

/** A name of the request; empty, which names nothing, where it is none or too long to be one. */
function textOf(name: unknown): string {
  return typeof name === 'string' && name.length <= 120 ? name : ''
}
