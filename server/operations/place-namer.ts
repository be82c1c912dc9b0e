import type { RowSettings } from '../batch/table-row.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import { candidateText } from '../errors/candidate-text.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { findMunicipality } from './find-municipality.ts'

/** Searching similar names is slow: it is done for this many unknown places of a table only. */
const mostGuesses = 20

/** Returns a function that finds the place of a cell: `ES-28079`, `28079`, `8019` (spreadsheets drop the zero), or the name of a municipality. Results are cached. */
export function placeNamer(kb: KnowledgeBase): RowSettings['placeNamed'] {
  const known = new Map<string, ReturnType<RowSettings['placeNamed']>>()
  let guesses = 0
  const placeOf = (text: string): string | Text => {
    const code = /^\d{4,5}$/.test(text) ? `ES-${text.padStart(5, '0')}` : text
    const id = parseGeoId(code)
    if (id !== undefined && kb.geography.place(id) !== undefined) return code
    const [only, ...others] = kb.geography.municipalitiesNamed(text)
    if (only !== undefined && others.length === 0) return `ES-${only.ine}`
    if (only === undefined && guesses++ >= mostGuesses)
      return { es: `ningún municipio se llama o tiene el código «${quoted(text)}»`, en: `no municipality has the name or code "${quoted(text)}"` }
    return whyNone(kb, text)
  }
  return (text) => {
    const kept = known.get(text) ?? placeOf(text)
    if (known.size < 10_000) known.set(text, kept)
    return kept
  }
}

/** The error for a name of no municipality or of several, with the municipalities it may mean. */
function whyNone(kb: KnowledgeBase, text: string): Text {
  try {
    findMunicipality(kb, text)
    throw new TypeError(`One municipality is called "${text}"`)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const candidates = (error.extras.candidates ?? []).map(candidateText)
    const maybe = (words: string): string => (candidates.length === 0 ? '' : `; ${words}: ${candidates.join('; ')}`)
    return { es: `${error.detail.es}${maybe('quizá')}`, en: `${error.detail.en}${maybe('perhaps')}` }
  }
}
