import { z } from 'zod'
import { contextField } from './verdict-schema.ts'

/** Most elements of a project. */
const mostElements = 1000

const words = (most: number) => z.string().trim().max(most)

/** A thing of the building that is checked by its name: `Escalera 1`. Its checks inherit its data. */
const projectElement = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Identifies the element within its project; chosen by the client' }),
  name: words(120)
    .min(1)
    .meta({ examples: ['Escalera 1'] }),
  type: z
    .string()
    .min(1)
    .max(120)
    .meta({ description: 'Element of the vocabulary, by its identifier or one of its names', examples: ['escalera'] }),
  quantity: z.int().min(1).max(100_000).default(1).meta({ description: 'How many there are, all alike' }),
  part: words(80).min(1).optional().meta({ description: 'Name of the part of the building that it is in; absent: the building' }),
  storey: words(120).default('').meta({ description: 'The storey it is on' }),
  context: contextField.meta({ description: 'Data of its own; they win over those of the part and the building' }),
  global_id: words(64).min(1).optional().meta({ description: 'Its GlobalId in the IFC model that it comes from' }),
})

/** The elements of a project. */
export const projectElements = z.array(projectElement).max(mostElements).default([])

export type ProjectElement = z.output<typeof projectElement>
