import { withUnit } from '../../server/engine/unit-words.ts'
import type { ModelReport } from '../../server/ifc/report-schema.ts'
import { wireContext, wireValue } from '../verificar/check.ts'

export type { ModelReport }
export type Question = ModelReport['questions'][number]

/** What the user says of a model: its place, data of the building, and answers to questions. */
export interface Said {
  readonly geoId: string | undefined
  /** True if the municipality of the coordinates in the model is the right one. */
  readonly isPlaceConfirmed: boolean
  readonly context: Readonly<Record<string, string>>
  /** Element of the vocabulary by name of a room. */
  readonly rooms: Readonly<Record<string, string>>
  /** `true` or `false` by class and fact: `IfcDoor HandicapAccessible`. */
  readonly facts: Readonly<Record<string, string>>
}

export const nothingSaid: Said = {
  geoId: undefined,
  isPlaceConfirmed: false,
  context: { uso: '', intervencion: '' },
  rooms: {},
  facts: {},
}

/** The key of a fact of one class. */
export function factKey(className: string, fact: string): string {
  return `${className} ${fact}`
}

/** The body of a request to check a model. */
export function modelRequest(file: { readonly name: string; readonly base64: string }, said: Said, format: string) {
  const answers = Object.entries(said.facts).flatMap(([key, value]) => {
    const [className = '', fact = ''] = key.split(' ')
    return value === '' ? [] : [{ class: className, facts: { [fact]: value === 'true' } }]
  })
  const rooms = Object.fromEntries(Object.entries(said.rooms).filter(([, element]) => element !== ''))
  return {
    model: file.base64,
    name: file.name,
    ...(said.geoId === undefined ? {} : { geo_id: said.geoId }),
    confirm_place: said.isPlaceConfirmed,
    map: { context: wireContext(said.context), rooms, answers },
    format,
  }
}

/** A value as it is written in Spanish, with its unit. */
export function shownValue(value: number | string, unit: string): string {
  const text = String(typeof value === 'number' ? value : wireValue(value)).replace('.', ',')
  return withUnit(text, unit)
}
