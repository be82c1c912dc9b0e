import { IFCRELDEFINESBYPROPERTIES, IFCRELDEFINESBYTYPE } from 'web-ifc'
import type { ModelValue } from '../model.ts'
import { type Line, measureOf, numberOf, refOf, refsOf, type Step, textOf, truthOf } from './step.ts'
import type { Units } from './units.ts'

/** Most values of one element that are kept, and most properties of one set that are read. */
const mostValues = 400
const mostInSet = 20_000

/** Property sets and types of elements. */
export interface Properties {
  /** The values of an element: its own first, then those of its type. */
  valuesOf(element: number): readonly ModelValue[]
  typeOf(element: number): Line | undefined
  /** True if something was left out because there was too much of it. */
  hasCut(): boolean
}

/** Indexes the property sets and types of a model. Only properties whose name is wanted are kept. */
export function propertiesOf(step: Step, units: Units, isWanted: (name: string) => boolean): Properties {
  const setsOf = new Map<number, number[]>()
  for (const id of step.idsOf(IFCRELDEFINESBYPROPERTIES)) {
    const relation = step.line(id)
    const sets = refsOf(relation?.['RelatingPropertyDefinition'])
    for (const element of refsOf(relation?.['RelatedObjects'])) setsOf.set(element, [...(setsOf.get(element) ?? []), ...sets])
  }
  const typeIds = new Map<number, number>()
  for (const id of step.idsOf(IFCRELDEFINESBYTYPE)) {
    const relation = step.line(id)
    const type = refOf(relation?.['RelatingType'])
    if (type !== undefined) for (const element of refsOf(relation?.['RelatedObjects'])) typeIds.set(element, type)
  }
  const read = new Map<number, readonly ModelValue[]>()
  let cut = false
  const valuesOfSet = (id: number): readonly ModelValue[] => {
    const known = read.get(id)
    if (known !== undefined) return known
    const line = step.line(id)
    const all = line === undefined ? [] : setValues(step, units, line, isWanted)
    cut ||= all.length > mostValues
    read.set(id, all.slice(0, mostValues))
    return all.slice(0, mostValues)
  }
  return {
    typeOf: (element) => step.line(typeIds.get(element)),
    valuesOf(element) {
      const own = (setsOf.get(element) ?? []).flatMap(valuesOfSet)
      const ofType = refsOf(step.line(typeIds.get(element))?.['HasPropertySets']).flatMap(valuesOfSet)
      const all = [...own, ...ofType.map((one): ModelValue => ({ ...one, origin: 'type-property' }))]
      cut ||= all.length > mostValues
      return all.slice(0, mostValues)
    },
    hasCut: () => cut,
  }
}

function setValues(step: Step, units: Units, set: Line, isWanted: (name: string) => boolean): ModelValue[] {
  const name = textOf(set['Name'])
  const members = [...refsOf(set['HasProperties']), ...refsOf(set['Quantities'])].slice(0, mostInSet)
  return members.flatMap((id) => {
    const member = step.line(id)
    return member !== undefined && isWanted(textOf(member['Name'])) ? (memberValue(units, name, member) ?? []) : []
  })
}

const quantities = {
  LengthValue: 'IFCLENGTHMEASURE',
  AreaValue: 'IFCAREAMEASURE',
  VolumeValue: 'IFCVOLUMEMEASURE',
  CountValue: 'IFCCOUNTMEASURE',
} as const

/** The value of a property with one value, an enumeration with one value, or a simple quantity; undefined for anything else. */
function memberValue(units: Units, set: string, member: Line): ModelValue | undefined {
  const name = textOf(member['Name'])
  const unit = refOf(member['Unit'])
  for (const [attribute, measure] of Object.entries(quantities)) {
    const value = attribute in member ? numberOf(member[attribute]) : undefined
    if (value !== undefined) return { set, name, origin: 'quantity', ...units.convert(value, measure, unit) }
  }
  const listed = member['EnumerationValues']
  const nominal: unknown = Array.isArray(listed) ? (listed.length === 1 ? listed[0] : undefined) : member['NominalValue']
  const measure = measureOf(nominal)
  if (measure === 'IFCBOOLEAN' || measure === 'IFCLOGICAL') {
    const value = truthOf(nominal)
    return value === undefined ? undefined : { set, name, value, origin: 'property' }
  }
  const number = numberOf(nominal)
  if (number !== undefined) return { set, name, origin: 'property', ...units.convert(number, measure, unit) }
  const text = textOf(nominal)
  return text === '' ? undefined : { set, name, value: text, origin: 'property' }
}
