import { z } from 'zod'
import { defaultOf, mayBeGiven, readContext } from '../engine/context.ts'
import { rulesInForce } from '../engine/in-force.ts'
import type { Place } from '../engine/place.ts'
import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said, wordingOf } from '../kb/wording.ts'
import { sourcesField } from './building-fields.ts'
import { conditionField, conditionOf } from './condition.ts'
import { contextFailure } from './context-error.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { operation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { numberText, valueLabel } from './value-label.ts'
import { contextField } from './verdict-schema.ts'

const datum = conditionField.extend({
  rules: z.int().meta({ description: 'Rules in force at the place with a condition, a figure or a threshold that hangs on it' }),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({ description: 'As stated; null if it is not' }),
  source: z
    .enum(['typed', 'model', 'default', 'place', 'unknown'])
    .meta({ description: '`default`, `place`: not stated, and what is taken instead is in `assumed`; `unknown`: not stated, and nothing is taken' }),
  assumed: z
    .object({ value: z.string(), text: z.string().meta({ description: 'As shown to people' }) })
    .nullable()
    .meta({ description: 'What is taken while it is not stated. It is no datum of the building' }),
})

const input = z.strictObject({
  geo_id: geoIdField,
  context: contextField.meta({ description: 'The data of the building' }),
  sources: sourcesField,
  as_of: dayField.optional(),
  codes: codesField,
})

type Input = z.output<typeof input>
type Datum = z.input<typeof datum>

/** Lists the data of a building by group, with what is stated of each and what is taken instead. */
export const listBuildingData = operation({
  method: 'POST',
  path: '/api/v1/exigencias/datos',
  scope: 'verify',
  tag: 'verify',
  summary: 'The data that describe a building, by group',
  description:
    'Only data that some rule in force at the place reads. Those that the building states and that belong to no group are in the group `otros`. A default, or the altitude of the municipality, is shown as assumed and is never a datum of the building.',
  input,
  output: z.object({
    place: z.string(),
    groups: z.array(z.object({ id: z.string(), label: z.string(), data: z.array(datum) })),
  }),
  problems: ['unknown-municipality', 'contradiction'],
  examples: { viviendas: { geo_id: 'ES-09059', context: { uso: 'residencial_privado', viviendas: 12 } } },
  run(context, asked) {
    const { kb } = context
    const words = wordingOf(context)
    const place = placeFor(kb, asked.geo_id)
    const { errors, stated } = readContext(asked.context, kb.book.dimensions)
    if (errors.length > 0) throw contextFailure(errors, { element: '', parameter: '' }, words)
    const counts = rulesByDatum(kb, place, asked)
    const bodyOf = (dimension: Dimension): Datum => datumOf(words, place, asked, { dimension, stated, rules: counts.get(dimension.id) ?? 0 })
    const known = (ids: Iterable<string>): Dimension[] => [...ids].flatMap((id) => words.book.dimensions.byId.get(id) ?? [])
    const groups = kb.book.buildingData.map(({ id, label, en = label, data }) => ({
      id,
      label: said(words, { es: label, en }),
      data: known(data)
        .filter((one) => mayBeGiven(one) && (counts.has(one.id) || stated.has(one.id)))
        .map(bodyOf),
    }))
    const grouped = new Set(kb.book.buildingData.flatMap(({ data }) => data))
    const others = known(stated.keys()).filter(({ id }) => !grouped.has(id))
    return {
      place: place.name,
      groups: [...groups, { id: 'otros', label: said(words, { es: 'Otros datos', en: 'Other data' }), data: others.map(bodyOf) }].filter(
        ({ data }) => data.length > 0,
      ),
    }
  },
})

/** How many rules in force at the place read each dimension. */
function rulesByDatum(kb: KnowledgeBase, place: Place, { as_of, codes }: Input): ReadonlyMap<string, number> {
  const { rules } = rulesInForce(kb.book, kb.book.rules, { place, asOf: as_of ?? kb.meta.referenceDate, codes })
  const counts = new Map<string, number>()
  for (const { document, rule, uses } of rules) {
    const measured = kb.book.reachedBy.get(`${document}/${rule.id}`)
    for (const name of new Set([...uses, ...(measured === undefined ? [] : [measured])])) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

interface Known {
  readonly dimension: Dimension
  readonly stated: ReadonlyMap<string, { readonly field: string; readonly value: string | number | boolean }>
  readonly rules: number
}

function datumOf(kb: KnowledgeBase, place: Place, { sources }: Input, { dimension, stated, rules }: Known): Datum {
  const given = stated.get(dimension.id)
  const body = { ...conditionOf(dimension), rules }
  if (given !== undefined) return { ...body, value: given.value, source: sources[given.field] ?? 'typed', assumed: null }
  const { altitudeM } = place.record
  if (dimension.id === 'altitud_m' && altitudeM !== null) {
    const text = said(kb, {
      es: `${altitudeM} m, la del núcleo capital de ${place.name} (Nomenclátor); la que cuenta es la del emplazamiento`,
      en: `${altitudeM} m, that of the main town of ${place.name} (Nomenclátor); the one that counts is that of the site`,
    })
    return { ...body, value: null, source: 'place', assumed: { value: String(altitudeM), text } }
  }
  const fallback = defaultOf(dimension)
  if (fallback === undefined) return { ...body, value: null, source: 'unknown', assumed: null }
  const value = typeof fallback === 'string' ? fallback : numberText(kb, fallback)
  return { ...body, value: null, source: 'default', assumed: { value, text: valueLabel(kb, dimension.id, fallback) } }
}
