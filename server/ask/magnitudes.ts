import type { Parameter } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { sizesAsked } from './measured.ts'

/** Words of one kind of length, so that `18 cm de alto` is an `altura`: the first is the one that the names of quantities have. */
const kinds = [
  ['altura', 'alto', 'alta', 'cota', 'desnivel', 'elevación', 'gálibo'],
  ['anchura', 'ancho', 'ancha', 'luz'],
  ['profundidad', 'fondo', 'hondo'],
  ['longitud', 'largo', 'larga'],
  ['espesor', 'grueso', 'grosor', 'gordo', 'canto'],
  ['distancia', 'separación', 'intervalo', 'entre'],
  ['recorrido', 'andando'],
  ['diámetro', 'calibre'],
] as const

const kindByStem = new Map(kinds.flatMap((words) => stems(words.join(' ')).map((stem) => [stem, words[0]] as const)))

/** A kind of length, by its first word. */
export type Magnitude = (typeof kinds)[number][0]

/** Words that say what kind of quantity is measured, and not which. */
export const magnitudeWords: ReadonlySet<string> = new Set(
  stems(
    'altura anchura longitud superficie espesor diámetro número distancia volumen potencia profundidad sección temperatura presión caudal tiempo edificio',
  ),
)

const behindIt = /^\s*de\s+(\p{L}+)/iu
const aboveGround = /^\s*(?:del|sobre\s+el|desde\s+el|por\s+encima\s+del|respecto\s+(?:al|del))\s+(?:suelo|pavimento|piso)(?!\p{L})/iu
const onFoot = /^\s*(?:andando|caminando|a\s+pie|de\s+recorrido)(?!\p{L})/iu
const each = /(?<!\p{L})cada\s*$/iu

/** The kind of length that the words beside a quantity say it is: `54 cm del suelo` is a height, `28 m andando` a way. Undefined if they say nothing. */
export function magnitudeSaid(before: string, behind: string): Magnitude | undefined {
  if (aboveGround.test(behind)) return 'altura'
  if (onFoot.test(behind)) return 'recorrido'
  const [word] = stems(behindIt.exec(behind)?.[1] ?? '')
  return kindByStem.get(word ?? '') ?? (each.test(before) ? 'distancia' : undefined)
}

/** The kinds of length that some index terms name. */
export function magnitudesIn(terms: ReadonlySet<string>): Magnitude[] {
  return [...terms].flatMap((stem) => kindByStem.get(stem) ?? [])
}

/** The kind of length that a question asks for: `cuántos centímetros de grosor`. */
export function magnitudeAsked(question: string): Magnitude | undefined {
  const [, said = ''] = /(?<!\p{L})cu[aá]nt[oa]s\s+\p{L}+\s+de\s+(\p{L}+)/iu.exec(question) ?? []
  return kindByStem.get(stems(said)[0] ?? '')
}

/** Heights and widths, which nobody takes for one another, and the kinds of length that are neither. */
const apart: Partial<Record<Magnitude, ReadonlySet<Magnitude>>> = {
  altura: new Set(['anchura', 'longitud', 'espesor']),
  anchura: new Set(['altura', 'espesor', 'recorrido']),
}

/** The kind of length that a question asks for by its name: the one behind `qué` or `cuál es`, or else the only one that its words name. */
export function sizeAskedIn(question: string, words: readonly { readonly stem: string | undefined }[]): Magnitude | undefined {
  const kindOf = (stem: string | undefined): Magnitude[] => [kindByStem.get(stem ?? '') ?? []].flat()
  const asked = new Set(sizesAsked(question).flatMap(kindOf))
  const named = asked.size > 0 ? asked : new Set(words.flatMap(({ stem }) => kindOf(stem)))
  const [only, other] = named
  return other === undefined ? only : undefined
}

/** True if a height or a width is asked for, and a parameter is of other kinds of length only. */
export function isOtherSize(asked: Magnitude | undefined, parameter: Parameter): boolean {
  const unlike = asked === undefined ? undefined : apart[asked]
  const own = magnitudesOf(parameter)
  return unlike !== undefined && own.size > 0 && [...own].every((kind) => unlike.has(kind))
}

const known = new WeakMap<Parameter, ReadonlySet<Magnitude>>()

/** The kinds of length that the names of a parameter say it is; none for most that are no lengths. */
export function magnitudesOf(parameter: Parameter): ReadonlySet<Magnitude> {
  const before = known.get(parameter)
  if (before !== undefined) return before
  const found = new Set(stems([parameter.label, ...parameter.aliases].join(' ')).flatMap((stem) => kindByStem.get(stem) ?? []))
  known.set(parameter, found)
  return found
}
