import type { Language, Text } from '../errors/language.ts'
import type { Envelope } from './envelope.ts'
import { kInputsLines } from './k-inputs-text.ts'

/** A check with its verdict, as printed. */
export interface ToldCheck {
  readonly element: string
  readonly value: string
  /** The limit with its citation, or why there is no verdict. */
  readonly limit: string
  readonly result: string
  readonly origin: string
  readonly notes: string
}

interface Told {
  readonly place: string
  readonly checks: readonly ToldCheck[]
  readonly summary: { readonly total: number; readonly compliant: number; readonly non_compliant: number; readonly undecided: number }
  readonly envelope: Envelope
  /** The climate zone that is checked with; empty if it is not known. */
  readonly zone: string
  /** The zone of the file, where it is not that of the place. */
  readonly otherZone: { readonly stated: string; readonly zone: string } | undefined
}

const mostNames = 8

/** The envelope of an energy model as text: each construction with its verdict, and what has no check and why. */
export function hulcText({ place, checks, summary, envelope, zone, otherZone }: Told, language: Language): string {
  const say = (text: Text): string => text[language]
  const rows = checks.map(
    ({ element, value, limit, result, origin, notes }) => `  ${element}: U = ${value}  ${limit}  ${result}\n      ${origin}. ${notes}`,
  )
  const unknown = envelope.parts.flatMap(({ construction, transmittance, names }) =>
    'unknown' in transmittance ? [`  «${construction}» (${namesText(names)}): ${say(transmittance.unknown)}`] : [],
  )
  const { compliant, non_compliant, undecided, total } = summary
  return [
    say({ es: `Envolvente en ${place}`, en: `Envelope in ${place}` }),
    ...(otherZone === undefined ? [] : [say(zoneNote(otherZone))]),
    ...rows,
    ...block(say({ es: 'Sin transmitancia: falta un dato en el fichero', en: 'No transmittance: the file lacks data' }), unknown),
    ...block(
      say({ es: 'Sin comprobar', en: 'Not checked' }),
      envelope.unchecked.map(({ reason, names }) => `  ${say(reason)}: ${namesText(names)}`),
    ),
    ...block(
      say({ es: 'Datos para el coeficiente global K', en: 'Inputs of the global coefficient K' }),
      kInputsLines(envelope.inputs, zone, language),
    ),
    '',
    say({
      es: `${total} comprobaciones: ${compliant} cumplen, ${non_compliant} no cumplen, ${undecided} sin decidir. El coeficiente global K y el control solar no se calculan.`,
      en: `${total} checks: ${compliant} comply, ${non_compliant} do not comply, ${undecided} undecided. The global coefficient K and solar control are not computed.`,
    }),
  ].join('\n')
}

function zoneNote({ stated, zone }: NonNullable<Told['otherZone']>): Text {
  return {
    es: `AVISO: el fichero dice zona climática ${stated}; la del lugar es ${zone}, y con ella se comprueba`,
    en: `WARNING: the file says climate zone ${stated}; that of the place is ${zone}, which is used`,
  }
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function namesText(names: readonly string[]): string {
  return `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? `… (${names.length})` : ''}`
}
