import type { z } from 'zod'
import { byteOrderMark, csvLine } from '../batch/csv.ts'
import type { requirement, requirementsOutput } from './requirements-schema.ts'

type Sheet = z.output<typeof requirementsOutput>
type Outcome = z.output<typeof requirement>['outcomes'][number]

/** The standing of a requirement in words. */
export const standingWords = { applies: 'rige', depends: 'depende', not_held: 'cifra sin verificar', does_not_apply: 'no rige' } as const

/** The parts and elements of the building that something is told of: `Edificio, Garaje, Escalera 1`. */
export function partsText({ parts, elements }: Pick<Outcome, 'parts' | 'elements'>): string {
  return [...parts.map((name) => (name === '' ? 'Edificio' : name)), ...elements.map(({ name }) => name)].join(', ')
}

/** A sheet of requirements as a table for spreadsheets: one row for each requirement and part, with `;` and decimal commas. */
export function sheetCsv({ items, documents }: Pick<Sheet, 'items' | 'documents'>): string {
  const title = new Map(documents.map((one) => [one.slug, one.title]))
  const head = [
    'norma',
    'edición',
    'apartado',
    'exigencia',
    'elemento',
    'parámetro',
    'parte',
    'situación',
    'límite',
    'casos',
    'datos que faltan',
    'por qué no',
    'se supone',
    'avisos',
  ]
  const rows = items.flatMap((one) =>
    one.outcomes.map((outcome) => [
      title.get(one.document) ?? one.document,
      one.version,
      one.place_in_text,
      one.title,
      one.elements.map(({ label }) => label).join(' | '),
      one.parameter.label,
      partsText(outcome),
      standingWords[outcome.standing],
      outcome.text,
      (outcome.cases ?? []).map(({ when, text }) => `${when.map(({ text: value }) => value).join('; ')}: ${text}`).join(' | '),
      outcome.needs.map(({ label }) => label).join(' | '),
      outcome.why ?? '',
      outcome.assumed.map(({ label, text }) => `${label}: ${text}`).join(' | '),
      one.notices.join(' | '),
    ]),
  )
  return `${byteOrderMark}${[head, ...rows].map(csvLine).join('')}`.trimEnd()
}
