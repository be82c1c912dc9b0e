/** A field of a check that a column of a table may hold. */
export type CheckField = 'element' | 'parameter' | 'value' | 'unit' | 'geo_id' | 'codes' | 'origin' | 'notes'

/** Accepted headings of each field. Accents, case, `_` and spaces are ignored. */
const names: Readonly<Record<CheckField, readonly string[]>> = {
  element: ['elemento', 'element'],
  parameter: ['parametro', 'parameter', 'magnitud'],
  value: ['valor', 'value'],
  unit: ['unidad', 'unidades', 'unit', 'units', 'ud'],
  geo_id: ['lugar', 'geo-id', 'municipio', 'place'],
  codes: ['codigo', 'codigos', 'code', 'codes', 'norma', 'normas', 'normativa'],
  origin: ['origen', 'origin'],
  notes: ['observaciones', 'notas', 'notes'],
}

/** The field that a heading names, the heading as an identifier. */
export const fieldByName = new Map(Object.entries(names).flatMap(([field, all]) => all.map((name) => [name, field as CheckField] as const)))

export const neededFields = ['element', 'parameter', 'value', 'unit'] as const satisfies readonly CheckField[]

/** The Spanish heading of a field. */
export function headingOf(field: CheckField): string {
  return names[field][0] ?? field
}
