import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import type { HulcMapping } from '../kb/hulc-mapping.ts'

/** A file of HULC that cannot be read. `detail` says what is wrong with it and what would be right. */
export function hulcError(es: string, en: string): OperatorError {
  return new OperatorError({ es, en } satisfies Text)
}

/** The mapping of a base. Throws `OperatorError` for a base of an earlier program, which has none. */
export function mappingOf(mapping: HulcMapping | undefined): HulcMapping {
  if (mapping !== undefined) return mapping
  throw hulcError(
    'La base es de antes de que se leyeran modelos de HULC: instale una más nueva',
    'The base is from before models of HULC were read: install a newer one',
  )
}
