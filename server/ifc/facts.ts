import type { IfcFact, IfcMapping } from '../kb/ifc-mapping.ts'
import { type Found, valuesNamed } from './found-value.ts'
import type { IfcModel, ModelElement } from './model.ts'
import type { Answer } from './user-map.ts'

/** Reads facts of elements: what the user answers counts first, then the model. Undefined: nobody says it, or the model contradicts itself. */
export interface Facts {
  of(element: ModelElement, name: string): boolean | undefined
}

/** Opens the facts of a model. */
export function factsOf(model: IfcModel, mapping: IfcMapping, answersOf: (element: ModelElement) => readonly Answer[]): Facts {
  const byId = new Map(model.elements.map((element) => [element.globalId, element]))
  const elevations = new Map(model.storeys.map(({ globalId, elevation }) => [globalId, elevation]))
  return {
    of(element, name) {
      const told = answersOf(element).findLast(({ facts }) => facts[name] !== undefined)?.facts[name]
      if (told !== undefined) return told
      const fact = mapping.facts[name]
      if (fact === undefined) return undefined
      const subject = fact.of === 'host' ? byId.get(element.host) : element
      if (subject === undefined) return undefined
      const host = byId.get(subject.host)
      const said = [...fact.from.flatMap((source) => truths(subject, source, fact, { elevations, host })), ...boundarySays(subject, fact)]
      const [first] = said
      return said.every((one) => one === first) ? first : undefined
    },
  }
}

/** A wall that ends here above its door has no lintel: a cubicle, or a gate. In metres. */
const leastLintel = 0.05
/** Walls of rooms are higher than this, in metres. */
const lowestRoom = 2.15

/** At or above the reference level of the model; what lies below may touch the soil. */
const groundLevel = -0.01

interface Around {
  readonly elevations: ReadonlyMap<string, number | undefined>
  /** The wall that the element is in. */
  readonly host: ModelElement | undefined
}

function truths(element: ModelElement, source: string, { over }: IfcFact, { elevations, host }: Around): boolean[] {
  if (source === 'derived.OpenAbove') return openAbove(element, host)
  if (source === 'derived.AboveGround') {
    const elevation = elevations.get(element.storey)
    return elevation !== undefined && elevation >= groundLevel && element.boundary !== 'earth' && element.boundary !== 'several' ? [true] : []
  }
  return valuesNamed(element, source).flatMap(({ value }: Pick<Found, 'value'>) => {
    if (typeof value === 'boolean') return [value]
    return over !== undefined && typeof value === 'number' ? [value > over] : []
  })
}

/** A wall much lower than a room is a partition with nothing or little above its door: what the passage measures cannot be told. */
function openAbove({ shape }: ModelElement, host: ModelElement | undefined): boolean[] {
  if (shape === undefined || host?.shape === undefined) return []
  const [top, foot] = [host.shape.max[2], shape.min[2]]
  if (top < shape.max[2] + leastLintel) return [true]
  return top - foot < lowestRoom ? [] : [false]
}

function boundarySays({ boundary }: ModelElement, fact: IfcFact): boolean[] {
  if (boundary === '' || boundary === 'several') return []
  const said = fact.boundary?.[boundary]
  return said === undefined ? [] : [said]
}
