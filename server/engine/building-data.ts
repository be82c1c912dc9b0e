import { z } from 'zod'

/** `vocabulary/building.yaml`: a group of the data that hold of a whole building, in the order in which a form asks for them. */
export const buildingDataGroup = z.strictObject({
  id: z.string().regex(/^[a-z_]+$/),
  label: z.string(),
  /** The label in English. */
  en: z.string().optional(),
  /** Dimensions. */
  data: z.array(z.string()).min(1),
})
export type BuildingDataGroup = z.infer<typeof buildingDataGroup>
