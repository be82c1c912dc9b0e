import { parseGeoId } from '../engine/geo-id.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { placeNamer } from '../operations/place-namer.ts'
import { questions } from '../usage/questions.ts'
import { type Terminal, UsageError } from './terminal.ts'

/**
 * The code of a place that is stated as a code or as the name of a municipality. Where several have the name, or none has it and several are like it, it
 * asks which one, if a person is at the terminal. `form`: how it was stated, for the error. Throws `UsageError` with the names that may be meant.
 */
export async function placeStated(text: string, kb: KnowledgeBase, terminal: Terminal, form = '--geo'): Promise<string> {
  // A code is judged by the service.
  if (/^[A-Z]{2}-/i.test(text) && parseGeoId(text) !== undefined) return text
  const namesakes = /^\d+$/.test(text) ? undefined : kb.geography.municipalitiesNamed(text)
  const meant = namesakes?.length === 0 ? kb.geography.nearestMunicipalities(text) : (namesakes ?? [])
  if (terminal.question !== undefined && meant.length > (namesakes?.length === 0 ? 0 : 1)) {
    const provinces = new Map(kb.geography.provinces.map(({ code, name }) => [code, name]))
    const rows = meant.map((one, at) => `  ${at + 1}  ${one.name} (${provinces.get(one.province) ?? one.province})`)
    const heading = namesakes?.length === 0 ? questions.noPlace(text) : questions.namesakes(meant.length, text)
    terminal.err([heading[terminal.language], ...rows].join('\n'))
    const answer = await terminal.question(questions.which[terminal.language])
    const chosen = meant[Number(answer) - 1]
    if (chosen !== undefined) return `ES-${chosen.ine}`
    if (answer !== '' && !/^\d+$/.test(answer)) return await placeStated(answer, kb, terminal, form)
  }
  const named = placeNamer(kb)(text)
  if (typeof named === 'object') throw new UsageError({ es: `${form}: ${named.es}`, en: `${form}: ${named.en}` })
  return named
}
