import { stems } from '../kb/text-analysis.ts'
import { magnitudesIn, magnitudeWords } from './magnitudes.ts'
import type { Word } from './phrase-index.ts'

/** Who says or does something: what is told of them is told of no thing. */
const people = new Set(
  stems(
    'albañil fontanero electricista instalador carpintero herrero aparejador arquitecto encargado promotora promotor técnico geólogo topógrafo suegra suegro cuñado marido mujer vecino vecina presidente inquilino dueño dueña cliente administrador jefe arquitecta constructora constructor ingeniero inspector preocupa dice jura queja',
  ),
)

/** Words that judge, or say that a thing has what it has, and who does. */
export const common: ReadonlySet<string> = new Set([
  ...people,
  ...stems(
    'cumple cumplen vale valen pasa pasan sirve sirven basta llega entra puedo admite correcto correcta suficiente legal bien ok apruebo aprueban norma normativa tiene tienen mide miden lleva llevan hay queda quedan está están poner puesto va van sale da nuevo nueva antiguo antigua zona uso parte tipo caso sistema público',
  ),
])
/** That something is done. */
const done = new Set(
  stems(
    'hemos he ha han has elegido emitido comprado colocado instalado puesto dejado previsto montado quedado salido construido proyectado dejo pongo',
  ),
)

/** True for a word for who says or does something: `la vecina se queja`. */
export function isPerson({ stem = '' }: Word): boolean {
  return people.has(stem)
}

/** True for a word of who speaks or builds, or of its being done: `que hemos elegido`, `dice mi cuñado`. */
export function isTelling({ folded = '', stem = '' }: Partial<Word> = {}): boolean {
  return done.has(stem) || people.has(stem) || /..mos$/.test(folded)
}

/** What buildings are called: they say where a thing is, and most rules bind it in all of them. */
const buildings = new Set(stems('edificio bloque viviendas finca comunidad urbanización hotel oficina tienda restaurante local portal planta'))

/** The same, where a question says that a thing is in them: what it asks of them themselves may be something else (`el gimnasio tiene 1,5 s de reverberación`). */
export const premises: ReadonlySet<string> = new Set(
  stems(
    'colegio escuela instituto aula hospital clínica residencia museo cine teatro auditorio bar gimnasio biblioteca iglesia industria fábrica nave taller almacén',
  ),
)

/** A unit in the middle of words: `1 llave por m²`. */
const isUnit = /^\p{L}{1,3}[²³]$/u

/** Forms of verbs that tell what is done, and name nothing: `queremos`, `dejando`, `cambiar`. */
const deeds = /..(?:mos|ando|iendo|[aei]r(?:l[oa]s?)?)$/

/** `Hemos montado una red de retorno`. */
export const auxiliary = /^(?:he|hemos|ha|han)$/
const participle = /^(?!quit|elimin|retir|suprim|tap|cerr|perd|med).{2,}[ai]do$|^(?:puesto|hecho|previsto)$/

/** Words for the inside of a home. */
const dwelling: ReadonlySet<string> = new Set(stems('casa piso chalet dúplex loft adosado unifamiliar vivienda apartamento'))

/** True for a word that tells nothing special of a case: a verb, where a thing is, that it is new, or which of its lengths is meant. */
export function isEveryday(words: readonly Word[], position: number): boolean {
  const { folded = '', text = '', stem = '' } = words[position] ?? {}
  return (
    common.has(stem) ||
    isTelling(words[position]) ||
    isFloor(words, position) ||
    isDone(words, position) ||
    isSold(words, position) ||
    isUnit.test(text) ||
    deeds.test(folded) ||
    buildings.has(stem) ||
    dwelling.has(stem) ||
    (premises.has(stem) && isWhere(words, position)) ||
    /^nuev[oa]s?$/.test(words[position + 1]?.folded ?? '') ||
    magnitudeWords.has(stem) ||
    magnitudesIn(new Set([stem])).length > 0
  )
}

/** True for what somebody has done, but for what takes away or measures: `ha tirado la tubería`. */
export function isDone(words: readonly Word[], position: number): boolean {
  return auxiliary.test(words[position - 1]?.folded ?? '') && participle.test(words[position]?.folded ?? '')
}

/** True for what a shop sells: `tienda de ropa`. */
function isSold(words: readonly Word[], position: number): boolean {
  const [shop, of] = words.slice(Math.max(0, position - 2), position)
  return of?.folded === 'de' && /^(?:tiendas?|comercios?)$/.test(shop?.folded ?? '')
}

/** True for what a height is measured from: `a 35 cm del suelo`. */
function isFloor(words: readonly Word[], position: number): boolean {
  const [measure, from] = words.slice(Math.max(0, position - 2), position)
  return words[position]?.folded === 'suelo' && /^(?:del|sobre|desde|al?)$/.test(from?.folded ?? '') && /^c?m$|metros?$/.test(measure?.folded ?? '')
}

/** True for a word for a home; not for a building of homes. */
export function isHome(words: readonly Word[], position: number): boolean {
  const [building, of] = words.slice(Math.max(0, position - 2), position)
  return dwelling.has(words[position]?.stem ?? '') && !(of?.folded === 'de' && buildings.has(building?.stem ?? ''))
}

/** True for what a thing is in: `en un colegio`, `del hospital`. */
function isWhere(words: readonly Word[], position: number): boolean {
  const before = words.slice(Math.max(0, position - 2), position).map(({ folded }) => folded)
  return before.some((one) => /^(?:en|del?)$/.test(one))
}
