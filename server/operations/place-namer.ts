import type { RowSettings } from '../batch/table-row.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { findMunicipality } from './find-municipality.ts'

/** To look for names alike takes long: in one table it is done for so many unknown places only. */
const mostGuesses = 20

/** Finds the place that a cell names: `ES-28079`, `28079`, `8019` (a spreadsheet drops the zero), or a municipality's name. Places asked for once are kept. */
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

/** What is wrong with a name of no municipality or of several, with those that it may mean. */
function whyNone(kb: KnowledgeBase, text: string): Text {
  try {
    findMunicipality(kb, text)
    throw new TypeError(`One municipality is called "${text}"`)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const candidates = (error.extras.candidates ?? []).map((one) => (typeof one === 'string' ? one : Object.values(one).join(' ')))
    const maybe = (words: string): string => (candidates.length === 0 ? '' : `; ${words}: ${candidates.join(', ')}`)
    return { es: `${error.detail.es}${maybe('quizá')}`, en: `${error.detail.en}${maybe('perhaps')}` }
  }
}
