import { z } from 'zod'
import { withUnit } from '../engine/unit-words.ts'

const datum = z.object({
  label: z.string(),
  value: z.string().meta({ description: 'As printed: decimal comma, unit included' }),
  origin: z.enum(['check', 'element', 'part', 'project', 'place']),
  source: z.string().meta({ description: 'Where it comes from, in words' }),
})

const appliedRule = z.object({
  title: z.string(),
  complies: z.boolean(),
  value: z.string().meta({ description: 'In the unit of the rule' }),
  sign: z.enum(['≤', '<', '≥', '>', '=', 'entre']),
  limit: z.string().meta({ description: 'A number, a class, or `16 y 18` after `entre`' }),
  unit: z.string().meta({ description: 'Empty for classes' }),
  margin: z.string().meta({ description: 'Signed distance to the limit; empty for classes' }),
  regulation: z.object({
    document: z.string(),
    title: z.string(),
    section: z.string().meta({ description: 'Section and table as printed' }),
    section_title: z.string(),
    version: z.string(),
    edition: z.string(),
    in_force: z.string().meta({ description: 'Since when that edition binds, in words' }),
    verification: z.string(),
  }),
})

const check = z.object({
  number: z.int().meta({ description: 'Its place in the project, as everywhere' }),
  id: z.string(),
  document: z.string().meta({ description: 'Title of the document under which it is printed; empty if the base has no rule for it' }),
  element_name: z.string().meta({ description: 'Name of the element of the project; empty if the check names none' }),
  quantity: z.int().meta({ description: 'How many of it there are' }),
  part: z.string().meta({ description: 'Part of the building; empty: the building' }),
  storey: z.string(),
  element: z.string(),
  parameter: z.string(),
  value: z.string().meta({ description: 'As given' }),
  unit: z.string(),
  result: z.enum(['COMPLIANT', 'NON_COMPLIANT', 'UNDECIDED']),
  rules: z.array(appliedRule).meta({ description: 'The one that governs first; none where it is undecided' }),
  inputs: z.array(datum),
  assumptions: z.array(z.string()),
  /** What the check itself states and no rule reads. */
  unused: z.array(z.string()),
  warnings: z.array(z.string()),
  undecided: z.string().meta({ description: 'Why there is no verdict; empty where there is' }),
  missing: z.array(z.object({ field: z.string(), label: z.string(), unit: z.string(), help: z.string() })),
  notes: z.string(),
})

const documentCoverage = z.object({
  document: z.string(),
  version: z.string(),
  applies: z.int(),
  depends: z.int(),
  checked: z.int(),
  open: z
    .array(z.object({ section: z.string(), title: z.string(), count: z.int() }))
    .meta({ description: 'The sections with requirements that no check is on, and how many' }),
})

/** A ficha justificativa with every text exactly as printed. PDF, DOCX, XLSX and CSV are made from this alone. */
export const fichaModel = z.object({
  project: z.object({ name: z.string(), reference: z.string(), site: z.string(), developer: z.string(), author: z.string(), notes: z.string() }),
  place: z.object({ geo_id: z.string(), name: z.string(), provincia: z.string(), comunidad: z.string() }),
  office: z
    .object({ name: z.string(), address: z.string(), logo: z.string().nullable().meta({ description: 'A data URL: PNG or JPEG' }) })
    .nullable()
    .meta({ description: 'Letterhead of the installation; null if none is set' }),
  is_draft: z.boolean().meta({ description: 'True while a check is undecided, or there is none' }),
  issued_on: z.string().nullable(),
  as_of: z.string(),
  zones: z.array(datum).meta({ description: 'Zones and altitude that the verdicts rest on' }),
  conditions: z.array(datum).meta({ description: 'Conditions of the whole project, then those of its parts' }),
  summary: z.object({ total: z.int(), compliant: z.int(), non_compliant: z.int(), undecided: z.int() }),
  checks: z.array(check),
  requirements: z.array(documentCoverage).meta({
    description:
      'By document in force, in the order of the code: how many of its requirements apply or depend on data, how many of these some check is on, and where the others are',
  }),
  photos: z
    .array(
      z.object({
        number: z.int().meta({ description: 'Number of its check' }),
        check: z.string(),
        caption: z.string(),
        added_on: z.string(),
        image: z.string().nullable().meta({ description: 'A data URL; null for WebP, which is not printed' }),
      }),
    )
    .meta({ description: 'Photographs of the project named in `photos_of`' }),
  photos_left: z.int().meta({ description: 'How many more there are than one ficha prints' }),
  verifications: z.array(z.object({ id: z.string(), meaning: z.string() })),
  kb: z.object({ id: z.string(), version: z.string(), sha256: z.string() }),
  service_version: z.string(),
})

export type Ficha = z.output<typeof fichaModel>
export type FichaCheck = z.output<typeof check>
export type AppliedRule = z.output<typeof appliedRule>
export type Datum = z.output<typeof datum>

/** The words for each result on paper. */
export const resultWords = { COMPLIANT: 'CUMPLE', NON_COMPLIANT: 'NO CUMPLE', UNDECIDED: 'SIN DECIDIR' } as const satisfies Record<
  FichaCheck['result'],
  string
>

/** The words for each kind of verification of a figure on paper. */
export const verificationWords: Readonly<Record<string, string>> = {
  official_text: 'texto oficial',
  two_readers: 'dos lectores',
  single_reader: 'un solo lector',
  unverified: 'sin verificar',
}

/** The value as printed: `0,5 W/m²K`. */
export function valueText({ value, unit }: { readonly value: string; readonly unit: string }): string {
  return withUnit(value, unit)
}

/** The limit as printed: `≤ 0,35 W/m²K`. */
export function limitText({ sign, limit, unit }: AppliedRule): string {
  return `${sign} ${withUnit(limit, unit)}`
}

/** What is checked, as printed: `Escalera 1 (2 unidades; Garaje): Escalera`, or only the kind of element. */
export function elementText({ element_name, quantity, part, storey, element }: FichaCheck): string {
  const where = [quantity === 1 ? '' : `${quantity} unidades`, part, storey].filter((one) => one !== '').join('; ')
  const named = `${element_name}${where === '' ? '' : `${element_name === '' ? '' : ' '}(${where})`}`
  return named === '' ? element : element_name === '' ? `${element} ${named}` : `${named}: ${element}`
}

/** The comparison as printed: `0,5 W/m²K (límite: ≤ 0,35 W/m²K)`. */
export function comparisonText(rule: AppliedRule): string {
  return `${valueText(rule)} (límite: ${limitText(rule)})`
}

/** The checks by their numbers, as a summary lists them. */
export function byNumber(checks: readonly FichaCheck[]): readonly FichaCheck[] {
  return checks.toSorted((one, other) => one.number - other.number)
}
