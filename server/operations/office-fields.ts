import { z } from 'zod'
import { base64Field } from './base64-field.ts'

/** Largest logo, in bytes. */
export const mostLogoBytes = 200 * 1024

/** The letterhead in requests and answers. */
export const officeFields = z.strictObject({
  name: z.string().trim().max(120).meta({ description: 'Name of the office; empty: no letterhead' }),
  address: z.string().trim().max(300).default('').meta({ description: 'Lines are separated by line ends' }),
  logo: base64Field(mostLogoBytes).nullable().default(null).meta({ description: 'PNG or JPEG in base64, of at most 200 KiB and 4000 pixels a side' }),
})
