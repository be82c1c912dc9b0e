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

/** What stands in for something, or says several things, names known elements and parameters, and as `of` known ones of the other kind. */
export function checkStandIns(
  sources: SourceFolder,
  { stand_ins: standIns, several }: Pick<EverydaySource, 'stand_ins' | 'several'>,
  { elements, parameters }: Book,
): void {
  const check = (kind: 'element' | 'parameter', id: string): void => {
    const known = kind === 'element' ? elements.byId : parameters.byId
    if (!known.has(id)) sources.report('vocabulary/everyday.yaml', 1, `unknown ${kind} "${id}"`)
  }
  for (const one of standIns) {
    const { of = [] } = one
    if ('element' in one) check('element', one.element)
    else check('parameter', one.parameter)
    for (const id of of) check('element' in one ? 'parameter' : 'element', id)
  }
  for (const one of several) {
    const [kind, other, mean] =
      'elements' in one ? (['element', 'parameter', one.elements] as const) : (['parameter', 'element', one.parameters] as const)
    for (const id of mean) check(kind, id)
    for (const id of one.of) check(other, id)
  }
}

/** Checks that no two words of place that everyday speech reads as one say different things of the case: if `chalet` were read as `vivienda`, every dwelling would be a single-family house. */
export function checkScene(sources: SourceFolder, scene: EverydaySource['scene'], { everyday }: Book): void {
  const said = new Map<string, string>()
  for (const { say, sets } of scene)
    for (const text of say) {
      const key = wordsKey(everyday.canonical(text))
      const tells = JSON.stringify(sets ?? {})
      if ((said.get(key) ?? tells) !== tells)
        sources.report('vocabulary/everyday.yaml', 1, `"${text}" is read as "${key}", which says something else of the case`)
      said.set(key, tells)
    }
}
