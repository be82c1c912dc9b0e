import { familyVerdict } from '../ask/answer-text.ts'
import type { Family } from '../ask/choose.ts'
import type { AskReply } from './ask-schema.ts'

/** Ids of the conditions that the verdicts of an answer take for given. */
export function assumed(families: readonly Family[]): string[] {
  return [...new Set(families.flatMap(({ cases }) => cases.flatMap(({ judgement }) => judgement?.assumed ?? [])))]
}

/** True if some case of a family judges the value of the question. */
export function isJudged({ cases, absent }: Family): boolean {
  return absent !== undefined || cases.some(({ judgement }) => judgement !== undefined)
}

/**
 * The verdict on all that is to be judged: one that fails is enough. Null if nothing was judged, something was left out, or a case decides. A question that
 * asks in the end for one quantity (`De altura, ¿cumple?`) is answered on that alone.
 */
export function overall(families: readonly Family[], isLeft: boolean, isAsked: (family: Family) => boolean): AskReply['verdict'] {
  const asked = families.filter(isAsked)
  // A value that a rule reads and gives no verdict on is left out too.
  const judged = (asked.length > 0 ? asked : families).filter((family) => isJudged(family) || family.best.quantity !== undefined).map(familyVerdict)
  if (judged.includes('NON_COMPLIANT')) return 'NON_COMPLIANT'
  const fails = families.some((family) => familyVerdict(family) === 'NON_COMPLIANT')
  return !isLeft && !fails && judged.length > 0 && judged.every((verdict) => verdict === 'COMPLIANT') ? 'COMPLIANT' : null
}
