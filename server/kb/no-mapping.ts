import type { IfcMapping } from './ifc-mapping.ts'

/** The mapping of a base that has none. */
export const noMapping: IfcMapping = { version: 1, facts: {}, checks: [], rooms: [] }
