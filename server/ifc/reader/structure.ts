import {
  IFCBUILDINGSTOREY,
  IFCRELAGGREGATES,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELFILLSELEMENT,
  IFCRELSPACEBOUNDARY,
  IFCRELVOIDSELEMENT,
} from 'web-ifc'
import type { ModelElement } from '../model.ts'
import { type Line, refOf, refsOf, type Step, textOf } from './step.ts'

/** How the parts of a model belong together. */
export interface Structure {
  /** The storey that an element is on, by way of its space or of the element that it is a part of. */
  storeyOf(element: number): number | undefined
  partOf(element: number): number | undefined
  /** The wall or slab whose opening an element fills. */
  hostOf(element: number): number | undefined
  boundaryOf(element: number): ModelElement['boundary']
  hasCycle(): boolean
}

const deepest = 30

/** Reads the relations of a model. */
export function structureOf(step: Step): Structure {
  const storeys = new Set(step.idsOf(IFCBUILDINGSTOREY))
  const whole = pairs(step, IFCRELAGGREGATES, 'RelatedObjects', 'RelatingObject')
  const container = pairs(step, IFCRELCONTAINEDINSPATIALSTRUCTURE, 'RelatedElements', 'RelatingStructure')
  const opening = pairs(step, IFCRELFILLSELEMENT, 'RelatedBuildingElement', 'RelatingOpeningElement')
  const voided = pairs(step, IFCRELVOIDSELEMENT, 'RelatedOpeningElement', 'RelatingBuildingElement')
  const boundaries = boundariesOf(step)
  let cycle = false
  return {
    storeyOf(element) {
      let at: number | undefined = element
      for (let depth = 0; at !== undefined; depth++) {
        if (storeys.has(at)) return at
        if (depth > deepest) {
          cycle = true
          return undefined
        }
        at = container.get(at) ?? whole.get(at)
      }
      return undefined
    },
    partOf: (element) => whole.get(element),
    hostOf: (element) => voided.get(opening.get(element) ?? -1),
    boundaryOf: (element) => boundaries.get(element) ?? '',
    hasCycle: () => cycle,
  }
}

function pairs(step: Step, type: number, many: string, one: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const id of step.idsOf(type)) {
    const relation: Line | undefined = step.line(id)
    const to = refOf(relation?.[one])
    if (to !== undefined) for (const from of refsOf(relation?.[many])) found.set(from, to)
  }
  return found
}

const kinds: Readonly<Record<string, ModelElement['boundary']>> = {
  INTERNAL: 'internal',
  EXTERNAL: 'external',
  EXTERNAL_EARTH: 'earth',
  EXTERNAL_WATER: 'several',
  EXTERNAL_FIRE: 'several',
}

/** What the physical space boundaries say of each element. External and earth on different sides are several. */
function boundariesOf(step: Step): ReadonlyMap<number, ModelElement['boundary']> {
  const found = new Map<number, ModelElement['boundary']>()
  for (const id of step.idsOf(IFCRELSPACEBOUNDARY)) {
    const relation = step.line(id)
    const element = refOf(relation?.['RelatedBuildingElement'])
    const kind = kinds[textOf(relation?.['InternalOrExternalBoundary'])]
    if (element === undefined || kind === undefined || textOf(relation?.['PhysicalOrVirtualBoundary']) === 'VIRTUAL') continue
    const before = found.get(element)
    // A wall that is external for one room and internal for another runs past both: what it is there cannot be told.
    found.set(element, before === undefined || before === kind ? kind : 'several')
  }
  return found
}
