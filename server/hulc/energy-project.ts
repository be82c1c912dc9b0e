import type { Exact } from '../engine/decimal.ts'
import type { HulcMapping } from '../kb/hulc-mapping.ts'
import type { Area } from './areas.ts'
import type { EnergyFile } from './energy-file.ts'
import type { Envelope, EnvelopePart } from './envelope.ts'
import { figureText } from './k-inputs.ts'

/** A project with a check for each construction of the envelope, in the form that is stored, imported and printed. */
export interface EnergyProject {
  readonly name: string
  readonly geo_id: string
  readonly context: Readonly<Record<string, string>>
  /** The data of `context` that the file says. */
  readonly sources: Readonly<Record<string, 'model'>>
  readonly checks: readonly {
    readonly id: string
    readonly element: string
    readonly parameter: string
    readonly value: string
    readonly unit: string
    readonly context: Readonly<Record<string, string>>
    readonly origin: string
    readonly notes: string
  }[]
}

/** Most checks in a project. */
const mostChecks = 1000
const mostNames = 40

/** What the project of a file is made with. */
interface Given {
  readonly name: string
  readonly geoId: string
  /** What the file says, and what was typed, which wins. */
  readonly said: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
  readonly mapping: HulcMapping
}

/** Makes the project of an envelope. Constructions whose transmittance is not known have no check. */
export function energyProject({ parts }: Pick<Envelope, 'parts'>, { name, geoId, said, typed, mapping }: Given): EnergyProject {
  const { parameter, unit, source } = mapping
  const openings: readonly string[] = Object.values(mapping.openings)
  const origin = (part: EnvelopePart): string =>
    openings.includes(part.element)
      ? `Modelo de HULC: hueco «${part.construction}», por vidrio y marco`
      : `Modelo de HULC: capas de «${part.construction}», según ${source.document}, ${source.place_in_text}`
  const known = parts.flatMap((part) => ('value' in part.transmittance ? [{ part, value: part.transmittance.value }] : []))
  return {
    name: name.slice(0, 200),
    geo_id: geoId,
    context: { ...said, ...typed },
    sources: Object.fromEntries(Object.keys(said).flatMap((field) => (field in typed ? [] : [[field, 'model']]))),
    checks: known.slice(0, mostChecks).map(({ part, value }, index) => ({
      id: `hulc-${index + 1}`,
      element: part.element,
      parameter,
      value: roundedUp(value),
      unit,
      context: {},
      origin: origin(part).slice(0, 300),
      notes: `${areaText(part.areas)}. ${namesText(part.names)}`.slice(0, 2000),
    })),
  }
}

/** Four decimals, always written: `1.705` could be read as a thousand. Rounded up, so that rounding never makes a value comply. */
function roundedUp(value: Exact): string {
  const [whole = '', decimals = ''] = value.ceil(4).toString(4).split('.')
  return `${whole}.${decimals.padEnd(4, '0')}`
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ')
  return `${names.length === 1 ? 'Un elemento' : `${names.length} elementos`}: ${shown}${names.length > mostNames ? '…' : ''}`
}

/** The area without openings of all elements of a construction; none if that of one is not known. */
function areaText(areas: readonly Area[]): string {
  const known = areas.flatMap((area) => ('net' in area ? [area.net] : []))
  const lacking = areas.length - known.length
  if (lacking === 0) return `Área ${figureText(known.reduce((sum, net) => sum + net, 0))} m²`
  return `Área sin determinar${areas.length === 1 ? '' : ` en ${lacking} de ${areas.length} elementos`}`
}

/** The conditions that the general data of a file say beyond doubt: use and intervention. */
export function contextIn({ general }: Pick<EnergyFile, 'general'>): Record<string, string> {
  const dwelling = ['Unifamiliar', 'Bloque', 'Vivienda'].includes(general.get('tipoVivienda') ?? '')
  const isNew = general.get('tipoDefinicion') === 'Nuevo'
  return { ...(dwelling ? { uso: 'residencial_privado' } : {}), ...(isNew ? { intervencion: 'obra_nueva' } : {}) }
}
