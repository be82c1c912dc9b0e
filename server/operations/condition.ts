import { z } from 'zod'
import { mayBeGiven } from '../engine/context.ts'
import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** A condition that a request may state in `context`. */
export const conditionField = z.object({
  field: z.string(),
  label: z.string(),
  aliases: z.array(z.string()).meta({ description: 'Other names that a request may give the condition' }),
  type: z.enum(['number', 'enum', 'boolean']),
  unit: z.string().optional(),
  help: z.string(),
  allowed: z.array(z.object({ value: z.string(), label: z.string(), aliases: z.array(z.string()) })).optional(),
})

/** The conditions among some dimensions: those that a request may state, in the same order. */
export function conditionsAmong(dimensions: Iterable<string>, kb: KnowledgeBase): z.input<typeof conditionField>[] {
  return [...dimensions].flatMap((name) => {
    const dimension = kb.book.dimensions.byId.get(name)
    return dimension === undefined || !mayBeGiven(dimension) ? [] : [conditionOf(dimension)]
  })
}

/** A dimension as a condition, with all its names. */
export function conditionOf({ id, label, aliases, type, unit, help, values }: Dimension): z.input<typeof conditionField> {
  const allowed = values.map((value) => ({ value: value.id, label: value.label, aliases: [...value.aliases] }))
  return { field: id, label, aliases: [...aliases], type, unit, help, allowed: type === 'enum' ? allowed : undefined }
}
