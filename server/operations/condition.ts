import { z } from 'zod'
import { mayBeGiven } from '../engine/context.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { missingField } from './refusal.ts'

/** A condition of a case as a user may state it in `context`. */
export const conditionField = z.object({
  field: z.string(),
  label: z.string(),
  type: z.enum(['number', 'enum', 'boolean']),
  unit: z.string().optional(),
  help: z.string(),
  allowed: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})

/** Those of some dimensions that a user may state, in their order. */
export function conditionsAmong(dimensions: Iterable<string>, kb: KnowledgeBase): z.input<typeof conditionField>[] {
  return [...dimensions].flatMap((name) => {
    const dimension = kb.book.dimensions.byId.get(name)
    if (dimension === undefined || !mayBeGiven(dimension)) return []
    const { needed_by: _neededBy, ...field } = missingField(name, [], kb)
    return [{ ...field, unit: field.unit, allowed: field.allowed === undefined ? undefined : [...field.allowed] }]
  })
}
