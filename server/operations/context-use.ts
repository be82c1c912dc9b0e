import { z } from 'zod'
import type { Exact } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { valueLabel } from './value-label.ts'

const datum = z.object({ field: z.string(), label: z.string(), value: z.string().meta({ description: 'The value in Spanish, as shown to people' }) })

/** How a verdict used the conditions of the request. */
export const contextUse = z.object({
  decided: z.array(datum).meta({ description: 'Stated conditions that a rule on this element and parameter uses' }),
  by_default: z
    .array(datum)
    .meta({ description: 'Conditions that were not stated and were taken by default, or follow from the element or rule; also in `assumptions`' }),
  not_used: z
    .array(datum)
    .meta({ description: 'Stated conditions that no rule on this element and parameter uses: the verdict is the same without them' }),
})

/** Lists the conditions of a request that a rule used, those taken by default, and those that no rule uses. */
export function contextUseOf(verdict: Verdict, kb: KnowledgeBase): z.infer<typeof contextUse> {
  const datumOf = (field: string, value: Exact | string | undefined) => ({
    field,
    label: kb.book.dimensions.byId.get(field)?.label ?? field,
    value: valueLabel(kb, field, value),
  })
  const { known, assumed, findings } = verdict
  // Sorted, so that the answer does not depend on the order of the fields in the request.
  const given = verdict.given.toSorted()
  const counts = new Set(given.filter((field) => isConsulted(field, verdict, kb)))
  const implied = new Map(findings.flatMap((finding) => [...finding.assumed]))
  const taken = assumed.filter((field) => field !== 'altitud_m')
  return {
    decided: given.filter((field) => counts.has(field)).map((field) => datumOf(field, known.get(field))),
    by_default: [
      ...taken.map((field) => datumOf(field, known.get(field))),
      ...[...implied].filter(([field]) => !taken.includes(field)).map(([field, value]) => datumOf(field, value)),
    ],
    not_used: given.filter((field) => !counts.has(field)).map((field) => datumOf(field, known.get(field))),
  }
}

/** True if a rule reads a condition, or reads what its value implies by definition. */
function isConsulted(field: string, { consulted, known }: Verdict, { book: { dimensions } }: KnowledgeBase): boolean {
  if (consulted.has(field)) return true
  if (field === 'altitud_m' || field === 'climate_zone') return [...consulted].some((name) => name.startsWith('climate_zone') || name === 'altitud_m')
  const value = known.get(field)
  if (typeof value !== 'string') return false
  const wider = dimensions.widened(field, value)
  const implied = (dimensions.byId.get(field)?.values ?? [])
    .filter(({ id }) => wider.includes(id))
    .flatMap(({ implies = {} }) => Object.keys(implies))
  return implied.some((name) => consulted.has(name))
}
