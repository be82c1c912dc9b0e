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
      const said = [...fact.from.flatMap((source) => truths(subject, source, fact, elevations)), ...boundarySays(subject, fact)]
      const [first] = said
      return said.every((one) => one === first) ? first : undefined
    },
  }
}

/** At or above the reference level of the model; what lies below may touch the soil. */
const groundLevel = -0.01

function truths(element: ModelElement, source: string, { over }: IfcFact, elevations: ReadonlyMap<string, number | undefined>): boolean[] {
  if (source === 'derived.AboveGround') {
    const elevation = elevations.get(element.storey)
    return elevation !== undefined && elevation >= groundLevel && element.boundary !== 'earth' && element.boundary !== 'several' ? [true] : []
  }
  return valuesNamed(element, source).flatMap(({ value }: Pick<Found, 'value'>) => {
    if (typeof value === 'boolean') return [value]
    return over !== undefined && typeof value === 'number' ? [value > over] : []
  })
}

function boundarySays({ boundary }: ModelElement, fact: IfcFact): boolean[] {
  if (boundary === '' || boundary === 'several') return []
  const said = fact.boundary?.[boundary]
  return said === undefined ? [] : [said]
}
