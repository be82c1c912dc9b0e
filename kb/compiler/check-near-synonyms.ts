import type { Book } from '../../server/engine/book.ts'
import type { EverydaySource } from '../../server/engine/everyday-source.ts'
import { wordsKey } from '../../server/engine/name-words.ts'
import type { SourceFolder } from './source-file.ts'

const file = 'vocabulary/near-synonyms.yaml'

/** Near-synonyms name known parameters, each way to say one belongs to one quantity of its entry, and none is a name of another quantity of it. */
export function checkNearSynonyms(sources: SourceFolder, { nearSynonyms, parameters, everyday }: Book): void {
  for (const { quantities } of nearSynonyms) {
    const owners = new Map<string, number>()
    for (const [index, { say, is }] of quantities.entries()) {
      for (const id of is) if (!parameters.byId.has(id)) sources.report(file, 1, `unknown parameter "${id}"`)
      for (const text of say) {
        const key = wordsKey(everyday.canonical(text))
        if ((owners.get(key) ?? index) !== index) sources.report(file, 1, `"${text}" says two quantities of one entry`)
        owners.set(key, index)
        const others = quantities.filter((_, other) => other !== index).flatMap((one) => one.is.filter((id) => !is.includes(id)))
        const wrong = others.find((id) => parameters.named(text).some((term) => term.id === id))
        if (wrong !== undefined) sources.report(file, 1, `"${text}" is a name of ${wrong}, which is another quantity of the entry`)
      }
    }
  }
}

/** What stands in for something names a known element or parameter. */
export function checkStandIns(sources: SourceFolder, standIns: EverydaySource['stand_ins'], { elements, parameters }: Book): void {
  for (const one of standIns) {
    const isKnown = 'element' in one ? elements.byId.has(one.element) : parameters.byId.has(one.parameter)
    if (!isKnown)
      sources.report('vocabulary/everyday.yaml', 1, `unknown ${'element' in one ? `element "${one.element}"` : `parameter "${one.parameter}"`}`)
  }
}
