import { spanishDay } from '../engine/spanish-day.ts'
import type { Ficha } from './model.ts'

/** A fact of the ficha: what, its value, and where it comes from (empty where that is plain). */
export type Fact = readonly [label: string, value: string, source: string]

/** What identifies the ficha, as the editable documents print it. */
export function identificationFacts(ficha: Ficha): readonly Fact[] {
  const { project, place, zones, conditions, kb, summary, office } = ficha
  const orUnknown = (text: string): string => (text === '' ? 'No consta' : text)
  return [
    ...(office === null ? [] : [['Estudio', [office.name, office.address].filter(Boolean).join('\n'), ''] as const]),
    ['Estado', ficha.is_draft ? draftText(ficha) : 'Todas las comprobaciones están decididas', ''],
    ['Edificio', project.name, ''],
    ['Expediente', orUnknown(project.reference), ''],
    ['Emplazamiento', orUnknown(project.site), ''],
    [
      'Municipio',
      [place.name, place.provincia, place.comunidad].filter((one, at, all) => one !== '' && all.indexOf(one) === at).join(', '),
      place.geo_id,
    ],
    ...zones.map(({ label, value, source }) => [label, value, source] as const),
    ...conditions.map(({ label, value, source }) => [label, value, source] as const),
    ['Promotor', orUnknown(project.developer), ''],
    ['Técnico', orUnknown(project.author), ''],
    ['Normativa', `a fecha de ${spanishDay(ficha.as_of)}`, ''],
    ['Fecha de la ficha', ficha.issued_on === null ? '' : spanishDay(ficha.issued_on), ''],
    [
      'Resumen',
      `${summary.total} comprobaciones: ${summary.compliant} cumplen, ${summary.non_compliant} no cumplen, ${summary.undecided} sin decidir`,
      '',
    ],
    ['Observaciones', project.notes, ''],
    ['Base', `${kb.id} ${kb.version}`, kb.sha256],
  ]
}

/** How much of what applies to the building has a check, by document, under its headings. */
export function coverageFacts({ requirements }: Ficha): readonly (readonly (string | number)[])[] {
  return [
    ['Norma', 'Rigen', 'Dependen de datos', 'Con comprobación', 'Abiertas'],
    ...requirements.map(({ document, version, applies, depends, checked }) => [
      version === '' ? document : `${document} (${version})`,
      applies,
      depends,
      checked,
      applies + depends - checked,
    ]),
  ]
}

/** Says that the ficha is a draft, and why. */
export function draftText({ summary: { undecided, total } }: Ficha): string {
  if (total === 0) return 'Borrador: no tiene comprobaciones.'
  return `Borrador: ${undecided === 1 ? 'queda 1 comprobación' : `quedan ${undecided} comprobaciones`} sin decidir.`
}
