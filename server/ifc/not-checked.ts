import type { IfcMapping } from '../kb/ifc-mapping.ts'
import type { Decision } from './decide.ts'
import type { IfcModel } from './model.ts'
import type { Plan } from './planned-checks.ts'
import type { ModelReport } from './report-schema.ts'

/** What no rule of the base limits here, once for each element and parameter of the vocabulary. */
export function withoutRule({ checks }: Plan, decisions: readonly Decision[]): ModelReport['without_rule'] {
  const open = checks.flatMap(({ subject, check }, index) => {
    const decision = decisions[index]
    return decision?.reason === 'no-rule' ? [{ element: subject, parameter: check.parameter, detail: decision.detail }] : []
  })
  return [...Map.groupBy(open, (one) => JSON.stringify(one)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: others.length + 1 }],
  )
}

/** Elements that nothing in the mapping is about, those that the model itself takes out of a check, and classes that are not read. */
export function notChecked(model: IfcModel, { checks, withoutValue, excluded, wholes }: Plan, { facts }: IfcMapping): ModelReport['not_checked'] {
  const seen = [...checks, ...withoutValue]
  const elements = new Set([...seen, ...excluded].map(({ element }) => element))
  const quantities = new Set(seen.map(({ element, check }) => `${element.globalId} ${check.parameter}`))
  const rest = model.elements.filter((one) => !elements.has(one) && !wholes.has(one.globalId) && one.class !== 'IfcSpace')
  // An inner wall is no outer wall: that is said only of what no other check of the same quantity covers.
  const outside = excluded.filter(({ element, check }) => !quantities.has(`${element.globalId} ${check.parameter}`))
  const told = [
    ...rest.map((element) => ({ class: element.class, predefined: element.predefinedType, reason: '' })),
    ...withoutValue
      .filter(({ needed }) => needed.length > 0)
      .map(({ element, check, needed }) => ({
        class: element.class,
        predefined: element.predefinedType,
        reason: `El modelo no tiene ${check.values[0]?.from ?? ''}, ni dice: ${needed.map((name) => facts[name]?.label ?? name).join(' ')}`,
      })),
    ...outside.map(({ element, fact }) => ({
      class: element.class,
      predefined: element.predefinedType,
      reason: `${facts[fact]?.label ?? fact} No se comprueba, por lo que dicen el modelo o el mapa.`,
    })),
  ]
  const counted = [...Map.groupBy(told, (one) => JSON.stringify(one)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: others.length + 1 }],
  )
  return [
    ...counted,
    ...model.unread.map((one) => ({ class: one.class, predefined: '', reason: 'El programa no lee esta clase.', count: one.count })),
  ]
}
