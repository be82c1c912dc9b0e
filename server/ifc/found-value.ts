import type { IfcCheck } from '../kb/ifc-mapping.ts'
import type { ModelElement, ModelValue } from './model.ts'

/** A value of an element that a check reads. */
export interface Found {
  readonly value: number | string | boolean
  readonly unit: string
  readonly source: string
  readonly bound: IfcCheck['values'][number]['bound']
  readonly doubt?: ModelValue['doubt']
}

/** The values of an element that a source such as `Pset_DoorCommon.FireRating` names, those of the element before those of its type. */
export function valuesNamed(element: ModelElement, source: string): readonly ModelValue[] {
  const at = source.indexOf('.')
  const [set, name] = [source.slice(0, at), source.slice(at + 1)]
  const all = element.values.filter((one) =>
    set === 'attribute' ? one.origin === 'attribute' && one.name === name : one.set === set && one.name === name && one.origin !== 'attribute',
  )
  const own = all.filter(({ origin }) => origin !== 'type-property')
  return own.length > 0 ? own : all
}

/** How a value is named to people: `Pset_DoorCommon.FireRating (del tipo)`. */
export function sourceName({ set, name, origin }: ModelValue): string {
  if (origin === 'attribute') return `atributo ${name}`
  return `${set}.${name}${origin === 'type-property' ? ' (del tipo)' : ''}`
}
