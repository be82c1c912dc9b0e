import { z } from 'zod'
import { mayBeGiven } from '../engine/context.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { missingField } from './refusal-error.ts'

/** A condition that a request may state in `context`. */
export const conditionField = z.object({
  field: z.string(),
  label: z.string(),
  type: z.enum(['number', 'enum', 'boolean']),
  unit: z.string().optional(),
  help: z.string(),
  allowed: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})

/** The conditions among some dimensions: those that a request may state, in the same order. */
export function conditionsAmong(dimensions: Iterable<string>, kb: KnowledgeBase): z.input<typeof conditionField>[] {
  return [...dimensions].flatMap((name) => {
    const dimension = kb.book.dimensions.byId.get(name)
    if (dimension === undefined || !mayBeGiven(dimension)) return []
    const { needed_by: _neededBy, ...field } = missingField(name, [], kb)
    return [{ ...field, unit: field.unit, allowed: field.allowed === undefined ? undefined : [...field.allowed] }]
  })
}
