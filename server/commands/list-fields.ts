import { z } from 'zod'

/** The fields of the things in the list `items` of an answer; none if it has no such list. They are the headings of a table without a row. */
export function listFields(output: z.ZodType): readonly string[] {
  const items = output instanceof z.ZodObject ? output.shape['items'] : undefined
  const thing = items instanceof z.ZodArray ? items.element : undefined
  return thing instanceof z.ZodObject ? Object.keys(thing.shape) : []
}
