import {
  IFCAPPLICATION,
  IFCBUILDINGSTOREY,
  IFCDOOR,
  IFCPROJECT,
  IFCRAILING,
  IFCRAMP,
  IFCRAMPFLIGHT,
  IFCROOF,
  IFCSITE,
  IFCSLAB,
  IFCSPACE,
  IFCSTAIR,
  IFCSTAIRFLIGHT,
  IFCWALL,
  IFCWINDOW,
  type IfcAPI,
} from 'web-ifc'
import type { IfcModel, ModelElement, ModelValue } from '../model.ts'
import { shapesOf } from './geometry.ts'
import { type Properties, propertiesOf } from './properties.ts'
import { type Line, measureOf, numberOf, type Step, stepOf, textOf } from './step.ts'
import { type Structure, structureOf } from './structure.ts'
import { type Units, unitsOf } from './units.ts'

/** The classes that are read, with their attributes that are measures. */
const classes: readonly (readonly [name: string, type: number, attributes: readonly string[]])[] = [
  ['IfcSpace', IFCSPACE, []],
  ['IfcDoor', IFCDOOR, ['OverallWidth', 'OverallHeight']],
  ['IfcWindow', IFCWINDOW, ['OverallWidth', 'OverallHeight']],
  ['IfcWall', IFCWALL, []],
  ['IfcSlab', IFCSLAB, []],
  ['IfcRoof', IFCROOF, []],
  ['IfcStair', IFCSTAIR, []],
  ['IfcStairFlight', IFCSTAIRFLIGHT, ['NumberOfRiser', 'NumberOfRisers', 'RiserHeight', 'TreadLength']],
  ['IfcRamp', IFCRAMP, []],
  ['IfcRampFlight', IFCRAMPFLIGHT, []],
  ['IfcRailing', IFCRAILING, []],
]
const mostElements = 60_000

/** A stage of reading, for the progress that is shown. */
export type Stage = 'open' | 'properties' | 'geometry'
export interface ReadRequest {
  /** Names of the properties that are kept, in lower case. */
  readonly wanted: readonly string[]
  readonly withGeometry: boolean
}

/** Reads an open model. */
export function readModel(
  api: IfcAPI,
  model: number,
  { wanted, withGeometry }: ReadRequest,
  told: (stage: Stage, done: number, total: number) => void,
): IfcModel {
  const step = stepOf(api, model)
  const units = unitsOf(step)
  const names = new Set(wanted)
  const properties = propertiesOf(step, units, (name) => names.has(name.toLowerCase()))
  told('properties', 0, 1)
  const structure = structureOf(step)
  const listed = classes.flatMap(([name, type, attributes]) => step.idsOf(type).map((id) => ({ id, name, attributes })))
  const kept = listed.slice(0, mostElements)
  const elements = new Map<number, ModelElement>()
  for (const [index, { id, name, attributes }] of kept.entries()) {
    const line = step.line(id)
    if (line !== undefined) elements.set(id, elementOf({ step, units, properties, structure }, line, { name, attributes }))
    if (index % 200 === 0) told('properties', index, kept.length)
  }
  const faults = faultsOf({ step, units, properties, structure }, kept.length < listed.length)
  const drawn = withGeometry ? [...elements].filter(([, one]) => one.class !== 'IfcStair').map(([id]) => id) : []
  const { shapes, failed } = shapesOf(api, model, { ids: drawn, hasFloor: (id) => elements.get(id)?.class === 'IfcSpace' }, (done) =>
    told('geometry', done, drawn.length),
  )
  if (!withGeometry || (drawn.length > 0 && shapes.size === 0)) faults.push('no-geometry')
  else if (failed > 0) faults.push('part-of-geometry')
  return {
    schema: api.GetModelSchema(model),
    name: textOf(first(step, IFCPROJECT)?.['LongName']) || textOf(first(step, IFCPROJECT)?.['Name']),
    application: textOf(first(step, IFCAPPLICATION)?.['ApplicationFullName']),
    site: siteOf(step, units),
    storeys: storeysOf(step, units),
    elements: [...elements].map(([id, one]) => ({ ...one, shape: shapes.get(id) })),
    unread: unreadOf(api, model),
    faults,
  }
}

function faultsOf({ units, properties, structure }: Read, isCut: boolean): IfcModel['faults'] {
  return [
    ...(units.metres === undefined ? (['no-length-unit'] as const) : []),
    ...(properties.hasCut() ? (['many-properties'] as const) : []),
    ...(structure.hasCycle() ? (['cycle'] as const) : []),
    ...(isCut ? (['many-elements'] as const) : []),
  ]
}

/** Products that are no part of the building's fabric. */
const notBuilt =
  /^Ifc(?:Site|Building|BuildingStorey|Spatial\w*|ExternalSpatial\w*|Annotation|Grid|Opening\w*|Feature\w*|Virtual\w*|Furn\w*|Flow\w*|Distribution\w*)$/i

/** Classes of elements that are left out because the program does not know what to check of them. Openings are part of walls. */
function unreadOf(api: IfcAPI, model: number): IfcModel['unread'] {
  const known = new RegExp(`^(?:${classes.map(([name]) => name).join('|')})(?:StandardCase|ElementedCase)?$`, 'i')
  return api.GetAllTypesOfModel(model).flatMap(({ typeID, typeName }) => {
    if (!api.IsIfcElement(typeID) || known.test(typeName) || notBuilt.test(typeName)) return []
    return [{ class: typeName, count: api.GetLineIDsWithType(model, typeID).size() }]
  })
}

function first(step: Step, type: number): Line | undefined {
  return step.line(step.idsOf(type)[0])
}

interface Read {
  readonly step: Step
  readonly units: Units
  readonly properties: Properties
  readonly structure: Structure
}

function elementOf(
  { step, units, properties, structure }: Read,
  line: Line,
  { name, attributes }: { readonly name: string; readonly attributes: readonly string[] },
): ModelElement {
  const id = line.expressID
  const type = properties.typeOf(id)
  const globalId = (other: number | undefined): string => textOf(step.line(other)?.['GlobalId'])
  return {
    globalId: textOf(line['GlobalId']),
    class: name,
    predefinedType: predefinedType(line, type),
    name: textOf(line['Name']),
    longName: textOf(line['LongName']),
    typeName: textOf(type?.['Name']) || textOf(line['ObjectType']),
    storey: globalId(structure.storeyOf(id)),
    partOf: globalId(structure.partOf(id)),
    host: globalId(structure.hostOf(id)),
    boundary: structure.boundaryOf(id),
    values: [...properties.valuesOf(id), ...attributes.flatMap((attribute) => attributeValue(units, line, attribute))],
  }
}

/** The predefined type of an element, else of its type; a user-defined one by its own name. */
function predefinedType(line: Line, type: Line | undefined): string {
  const own = textOf(line['PredefinedType']) || textOf(line['ShapeType'])
  const told = own === '' || own === 'NOTDEFINED' ? textOf(type?.['PredefinedType']) : own
  if (told === 'NOTDEFINED') return ''
  return told === 'USERDEFINED' ? textOf(line['ObjectType']) || textOf(type?.['ElementType']) : told
}

function attributeValue(units: Units, line: Line, attribute: string): ModelValue[] {
  const value = numberOf(line[attribute])
  if (value === undefined) return []
  const converted = units.convert(value, measureOf(line[attribute]), undefined)
  // IFC2x3 says NumberOfRiser where IFC4 says NumberOfRisers.
  return [{ set: '', name: attribute === 'NumberOfRisers' ? 'NumberOfRiser' : attribute, origin: 'attribute', ...converted }]
}

function storeysOf(step: Step, units: Units): IfcModel['storeys'] {
  const storeys = step.idsOf(IFCBUILDINGSTOREY).map((id) => {
    const line = step.line(id)
    const elevation = numberOf(line?.['Elevation'])
    return {
      globalId: textOf(line?.['GlobalId']),
      name: textOf(line?.['Name']) || textOf(line?.['LongName']) || '(sin nombre)',
      elevation: elevation === undefined || units.metres === undefined ? undefined : elevation * units.metres,
    }
  })
  return storeys.toSorted((one, other) => (one.elevation ?? 0) - (other.elevation ?? 0))
}

function siteOf(step: Step, units: Units): IfcModel['site'] {
  const line = first(step, IFCSITE)
  if (line === undefined) return undefined
  const elevation = numberOf(line['RefElevation'])
  return {
    latitude: degreesOf(line['RefLatitude']),
    longitude: degreesOf(line['RefLongitude']),
    elevation: elevation === undefined || units.metres === undefined ? undefined : Math.round(elevation * units.metres * 1000) / 1000,
    name: textOf(line['LongName']) || textOf(line['Name']),
  }
}

/** Degrees, minutes, seconds and millionths of a second, all with the same sign. */
function degreesOf(angle: unknown): number | undefined {
  const value: unknown = typeof angle === 'object' && angle !== null && 'value' in angle ? angle.value : angle
  const parts: number[] = (Array.isArray(value) ? value : []).map((one: unknown) => Number(typeof one === 'object' ? numberOf(one) : one))
  const [degrees = Number.NaN, minutes = 0, seconds = 0, millionths = 0] = parts
  const sum = degrees + minutes / 60 + seconds / 3600 + millionths / 3.6e9
  return Number.isFinite(sum) && (sum !== 0 || parts.length > 0) ? sum : undefined
}
