import type { IfcCheck, IfcMapping } from '../kb/ifc-mapping.ts'
import { answersFor } from './answers.ts'
import { type Facts, factsOf } from './facts.ts'
import { type Measured, measuredValue } from './measured.ts'
import type { IfcModel, ModelElement } from './model.ts'
import { hasOddLengths } from './odd-lengths.ts'
import { type Rooms, roomsOf } from './rooms.ts'
import type { UserMap } from './user-map.ts'

/** One check to make: what the service is asked, once for each value and each unknown fact. */
export interface PlannedCheck {
  readonly element: ModelElement
  readonly check: IfcCheck
  /** The element of the vocabulary. */
  readonly subject: string
  readonly measured: Measured
  readonly cases: readonly { readonly value: number | string; readonly context: Context }[]
  /** Facts that nobody says: those that the check needs to apply at all, and those whose two answers are tried. */
  readonly needed: readonly string[]
  readonly tried: readonly string[]
}

const lengths: ReadonlySet<string> = new Set(['m', 'm²'])

type Context = Readonly<Record<string, string | number | boolean>>

/** What a model holds for a mapping. */
export interface Plan {
  readonly checks: readonly PlannedCheck[]
  /** Checks for which the model has no value, with the facts that they need to apply at all. */
  readonly withoutValue: readonly { readonly element: ModelElement; readonly check: IfcCheck; readonly needed: readonly string[] }[]
  readonly rooms: Rooms
  /** Elements that the model itself takes out of a check, with the facts that do it. */
  readonly excluded: readonly { readonly element: ModelElement; readonly check: IfcCheck; readonly fact: string }[]
  /** Elements that are checked by their parts. */
  readonly wholes: ReadonlySet<string>
}

/** Finds the checks of a model. An element is left out where the model says that the check is not about it. */
export function planChecks(model: IfcModel, mapping: IfcMapping, map: UserMap): Plan {
  const rooms = roomsOf(mapping)
  const storeys = new Map(model.storeys.map(({ globalId, name }) => [globalId, name]))
  const answersOf = answersFor(map.answers, rooms.elementOf, ({ storey }) => storeys.get(storey) ?? '')
  const facts = factsOf(model, mapping, answersOf)
  // A stair with flights is checked by its flights.
  const wholes = new Set(model.elements.filter((one) => one.class.endsWith('Flight')).map(({ partOf }) => partOf))
  const isOdd = hasOddLengths(model)
  const byClass = Map.groupBy(
    model.elements.filter(({ globalId }) => !wholes.has(globalId)),
    (element) => element.class,
  )
  const checks: PlannedCheck[] = []
  const withoutValue: { element: ModelElement; check: IfcCheck; needed: readonly string[] }[] = []
  const excluded: { element: ModelElement; check: IfcCheck; fact: string }[] = []
  for (const check of mapping.checks)
    for (const element of check.class.flatMap((name) => byClass.get(name) ?? [])) {
      const subject = subjectOf(check, element, rooms)
      if (subject === undefined) continue
      const applies = applicability(check, element, facts)
      if ('fact' in applies) {
        excluded.push({ element, check, fact: applies.fact })
        continue
      }
      const found = measuredValue(element, check)
      if (found === undefined) {
        withoutValue.push({ element, check, needed: applies.needed })
        continue
      }
      const measured = isOdd && lengths.has(check.unit) ? { ...found, unusable: 'odd' as const } : found
      const told = Object.assign({}, map.context, ...answersOf(element).map(({ context }) => context)) as Context
      const { contexts, tried } = contextsOf(check, element, facts, told)
      const cases = measured.values.flatMap((value) => contexts.map((context) => ({ value, context })))
      checks.push({ element, check, subject, measured, cases, needed: applies.needed, tried })
    }
  return { checks, withoutValue, rooms, excluded, wholes }
}

function subjectOf({ predefined, not_predefined, rooms: wanted, element: named }: IfcCheck, element: ModelElement, rooms: Rooms): string | undefined {
  if (predefined !== undefined && !predefined.includes(element.predefinedType)) return undefined
  if (not_predefined?.includes(element.predefinedType) === true) return undefined
  if (wanted === undefined) return named
  const room = rooms.elementOf(element)
  if (room === undefined || !wanted.includes(room)) return undefined
  return named === 'room' ? room : named
}

/** The facts that a check still needs, or the known one that says that it is not about this element. */
function applicability(check: IfcCheck, element: ModelElement, facts: Facts): { readonly needed: readonly string[] } | { readonly fact: string } {
  const needed: string[] = []
  for (const [name, wanted] of Object.entries(check.when)) {
    const known = facts.of(element, name)
    if (known === undefined) needed.push(name)
    else if (known !== wanted) return { fact: name }
  }
  return { needed }
}

/** The conditions of a check: what the user says wins over the table. An unknown fact is tried both ways. */
function contextsOf(
  check: IfcCheck,
  element: ModelElement,
  facts: Facts,
  told: Context,
): { readonly contexts: readonly Context[]; readonly tried: readonly string[] } {
  let contexts: readonly Context[] = [told]
  const tried: string[] = []
  for (const [name, value] of Object.entries(check.context)) {
    if (told[name] !== undefined) continue
    const fact = typeof value === 'string' && value.startsWith('fact:') ? value.slice('fact:'.length) : undefined
    const known = fact === undefined ? value : facts.of(element, fact)
    if (known === undefined && fact !== undefined) tried.push(fact)
    const values = known === undefined ? [true, false] : [known]
    contexts = contexts.flatMap((context) => values.map((one) => ({ ...context, [name]: one })))
  }
  return { contexts, tried }
}
