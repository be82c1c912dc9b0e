import { parseGeoId } from '../engine/geo-id.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { placeNamer } from '../operations/place-namer.ts'
import { questions } from '../usage/questions.ts'
import { type Terminal, UsageError } from './terminal.ts'

/**
 * The code of a place that is stated as a code or as the name of a municipality. Where several have the name it asks which one, if a person is at the
 * terminal. `form`: how it was stated, for the error. Throws `UsageError` with the names that may be meant.
 */
export async function placeStated(text: string, kb: KnowledgeBase, terminal: Terminal, form = '--geo'): Promise<string> {
  // A code is judged by the service.
  if (/^[A-Z]{2}-/i.test(text) && parseGeoId(text) !== undefined) return text
  const namesakes = kb.geography.municipalitiesNamed(text)
  if (namesakes.length > 1 && terminal.question !== undefined) {
    const provinces = new Map(kb.geography.provinces.map(({ code, name }) => [code, name]))
    const rows = namesakes.map((one, at) => `  ${at + 1}  ${one.name} (${provinces.get(one.province) ?? one.province})`)
    terminal.err([questions.namesakes(namesakes.length, text)[terminal.language], ...rows].join('\n'))
    const chosen = namesakes[Number(await terminal.question(questions.which[terminal.language])) - 1]
    if (chosen !== undefined) return `ES-${chosen.ine}`
  }
  const named = placeNamer(kb)(text)
  if (typeof named === 'object') throw new UsageError({ es: `${form}: ${named.es}`, en: `${form}: ${named.en}` })
  return named
}
