import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import { type Match, phraseIndex } from './phrase-index.ts'
import type { Slots } from './slots.ts'

/** A question about a zone of a municipality. */
export interface ZoneQuestion {
  /** The zone, as the condition that rules read. */
  readonly zone: Dimension
  /** True if it asks for the zone itself: `¿qué zona eólica es Burgos?`. */
  readonly asksZone: boolean
  /** True if it asks nothing else. */
  readonly asksOnly: boolean
  /** True if it asks what must be done there: `¿tengo que poner lámina antirradón?`. */
  readonly asksDemands: boolean
}

/** Reads which zone of a place a question is about. */
export interface ZoneReader {
  read(question: string, slots: Slots): ZoneQuestion | undefined
}

/** Words that a question for a zone may have beside its name and the place. */
const weak = new Set(
  stems(
    'zona municipio pueblo ciudad localidad provincia término corresponder corresponde pertenece está figura cae toca tiene lista mapa código técnico CTE DB HE HS SE AE NCSE sísmica norma valor clasificación clasificado dato tipo saber decir dime',
  ),
)
/** The question word and the zone stand together: `en qué zona de radón`, `qué aceleración sísmica`. */
const asksWhich = /(?<!\p{L})(?:qué|que|cuál(?: es| será)?(?: la)?|cual(?: es)?(?: la)?|which|what|quina|zein)\s+(?:\p{L}+\s+){0,2}$/iu

const asksDemands =
  /(?<!\p{L})(?:hay|habr[aá]|tengo|tenemos|tendr[ée]|tiene|tienen) que|(?:deb[oe]|debemos)(?!\p{L})|obliga|hace[n]? falta|necesit|exig|me afecta|se aplica|lleva(?:r|n)?(?!\p{L})/iu

/** Builds the reader of a knowledge base. A zone is known by its label, its other names, and the words of its label that are no kind of zone. */
export function zoneReader({ book }: KnowledgeBase): ZoneReader {
  const zones = [...book.dimensions.byId.values()].filter(({ source, aliases }) => source === 'place' && aliases.length > 0)
  const names = phraseIndex(zones.map((zone) => [zone, [zone.label, ...zone.aliases]] as const))
  return {
    read(question, slots) {
      const matches = names.find(slots.words)
      const [first] = matches
      if (first === undefined || matches.some(({ term }) => term !== first.term)) return undefined
      const start = slots.words[first.from]?.start ?? 0
      const rest = slots.words.filter(({ stem }, position) => isTelling(stem) && !slots.placeWords.has(position) && !isInside(position, matches))
      const isNamed = isZoneName(slots, first)
      const asksOnly = isNamed && rest.length === 0
      const asksZone = asksOnly || (isNamed && asksWhich.test(question.slice(0, start)))
      return { zone: first.term, asksZone, asksOnly, asksDemands: asksDemands.test(question) }
    },
  }
}

function isTelling(stem: string | undefined): boolean {
  return stem !== undefined && !weak.has(stem)
}

function isInside(position: number, matches: readonly Match<Dimension>[]): boolean {
  return matches.some(({ from, to }) => from <= position && position <= to)
}

/** True if a name says that it is a zone or a value of the place, and not only what the zone is of: `zona de radón`, and not `radón`. */
function isZoneName({ words }: Slots, { from, to }: Match<Dimension>): boolean {
  return words.slice(from, to + 1).some(({ folded }) => /^(?:zonas?|aceleracion|ab)$/.test(folded))
}
