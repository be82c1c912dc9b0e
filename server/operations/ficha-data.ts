import { readContext } from '../engine/context.ts'
import { type Exact, toSpanish } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { PlaceRecord, Quality } from '../engine/place.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { Datum } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { type Level, levels, type ProjectCase } from './project-case.ts'
import type { ProjectDocument } from './project-schema.ts'
import { valueLabel } from './value-label.ts'

const qualities: Readonly<Record<Quality, string>> = {
  official_list: 'lista oficial por municipio',
  rule: 'por provincia y altitud',
  capital_table: 'tabla de capitales de provincia',
  estimated: 'estimada',
}

const sourceWords = { check: 'dato de la comprobación', project: 'dato del proyecto' } as const

/** The conditions that a verdict used, from the check, what it inherits from, and the place. Assumed values are not here but among the assumptions. */
export function inputsOf(verdict: Verdict, own: ProjectCase, kb: KnowledgeBase): Datum[] {
  const used = new Set(
    verdict.findings.flatMap(({ loaded }) => [...loaded.uses].map((name) => (name.startsWith('climate_zone') ? 'climate_zone' : name))),
  )
  if (used.has('climate_zone') && !verdict.given.includes('climate_zone')) used.add('altitud_m')
  return [...used].flatMap((name): Datum[] => {
    const value = verdict.known.get(name)
    if (value === undefined) return []
    if (verdict.given.includes(name)) return [stated(kb, name, value, own)]
    return kb.book.dimensions.byId.get(name)?.source === 'place' ? [ofPlace(kb, name, verdict)] : []
  })
}

/** All conditions that a check states and inherits, its own first. Used when there is no verdict to tell which of them matter. */
export function givenData(own: ProjectCase, kb: KnowledgeBase): Datum[] {
  const { known } = readContext(own.context, kb.book.dimensions)
  const narrowest = (name: string): number => levels.indexOf(own.statedBy.get(name) ?? 'project')
  return [...known].toSorted(([one], [other]) => narrowest(other) - narrowest(one)).map(([name, value]) => stated(kb, name, value, own))
}

/** The conditions of the whole building, then those of each part. */
export function buildingData({ context, sources, parts }: Pick<ProjectDocument, 'context' | 'sources' | 'parts'>, kb: KnowledgeBase): Datum[] {
  const { known, stated: by } = readContext(context, kb.book.dimensions)
  const isOfModel = (name: string): boolean => sources[by.get(name)?.field ?? ''] === 'model'
  const ofParts = parts.flatMap((part) =>
    [...readContext(part.context, kb.book.dimensions).known].map(([name, value]): Datum => {
      const datum = said(kb, name, value, 'part', `dato de la parte «${part.name}»`)
      return { ...datum, label: `${part.name}, ${datum.label}` }
    }),
  )
  return [
    ...[...known].map(([name, value]) => said(kb, name, value, 'project', isOfModel(name) ? 'dato del modelo' : sourceWords.project)),
    ...ofParts,
  ]
}

/** A stated condition, with the level that states it and what it replaces. */
function stated(kb: KnowledgeBase, name: string, value: Exact | string, { statedBy, replaced, thing, part }: ProjectCase): Datum {
  const level = statedBy.get(name) ?? 'project'
  const words = (one: Level): string =>
    one === 'element' ? `dato de ${thing?.name ?? 'su elemento'}` : one === 'part' ? `dato de la parte «${part}»` : sourceWords[one]
  const instead = replaced
    .filter(({ dimension }) => dimension === name)
    .map(
      (one) =>
        `; ${one.over === 'project' ? 'el proyecto' : one.over === 'part' ? `la parte «${part}»` : (thing?.name ?? 'su elemento')} dice ${measured(kb, name, valueLabel(kb, name, one.replaced))}`,
    )
  return said(kb, name, value, level, `${words(level)}${instead.join('')}`)
}

function said(kb: KnowledgeBase, name: string, value: Exact | string, origin: Level, source: string): Datum {
  return { label: labelOf(kb, name), value: measured(kb, name, valueLabel(kb, name, value)), origin, source }
}

function ofPlace(kb: KnowledgeBase, name: string, { place, known }: Verdict): Datum {
  const datum = (value: string, source: string): Datum => ({ label: labelOf(kb, name), value: measured(kb, name, value), origin: 'place', source })
  const value = known.get(name)
  const text = value === undefined ? '' : typeof value === 'string' ? valueLabel(kb, name, value) : toSpanish(value)
  switch (name) {
    case 'climate_zone':
      return datum(place.record.climateZone ?? text, citedZone(kb, name, place.record))
    case 'provincia':
      return datum(kb.geography.provinces.find(({ code }) => code === text)?.name ?? text, 'base: municipio')
    case 'ccaa':
      return datum(kb.geography.communities.find(({ code }) => code === text)?.name ?? text, 'base: municipio')
    case 'altitud_m':
      return datum(text, 'base: núcleo capital del municipio (Nomenclátor)')
    default:
      return datum(text, citedZone(kb, name, place.record))
  }
}

/** `base: DB-HE, Anejo B (por provincia y altitud)`. */
function citedZone(kb: KnowledgeBase, name: string, record: PlaceRecord): string {
  const source = kb.geography.zoneSources.get(name.startsWith('seismic') ? 'seismic_zone' : name)
  if (source === undefined) return 'base: municipio'
  const quality =
    name === 'climate_zone' ? 'rule' : name === 'wind_zone' ? record.windQuality : name === 'snow_zone' ? record.snowQuality : 'official_list'
  const document = kb.book.documents.get(source.document)?.shortTitle ?? source.document
  return `base: ${document}, ${source.section}${quality === null ? '' : ` (${qualities[quality]})`}`
}

function labelOf(kb: KnowledgeBase, name: string): string {
  return kb.book.dimensions.byId.get(name)?.label ?? name
}

function measured(kb: KnowledgeBase, name: string, value: string): string {
  const unit = kb.book.dimensions.byId.get(name)?.unit
  return unit === undefined ? value : withUnit(value, unit)
}
