import type { ModelElement } from './model.ts'
import type { Answer } from './user-map.ts'

/** Returns a function that gives the answers of a map that are about an element, in their order. */
export function answersFor(
  answers: readonly Answer[],
  roomOf: (element: ModelElement) => string | undefined,
  storeyName: (element: ModelElement) => string,
): (element: ModelElement) => readonly Answer[] {
  const kept = new Map<ModelElement, readonly Answer[]>()
  return (element) => {
    const known = kept.get(element)
    if (known !== undefined) return known
    const found = answers.filter(
      (one) =>
        (one.class === undefined || one.class === element.class) &&
        says(one.name, element.name) &&
        says(one.type, element.typeName) &&
        says(one.storey, storeyName(element)) &&
        says(one.room, roomOf(element) ?? '') &&
        says(one.global_id, element.globalId),
    )
    kept.set(element, found)
    return found
  }
}

/** True if one of the patterns is the text. Without a pattern it always is. */
function says(patterns: string | readonly string[] | undefined, text: string): boolean {
  if (patterns === undefined) return true
  return [patterns].flat().some((pattern) => {
    const parts = pattern.split('*')
    if (parts.length === 1) return pattern === text
    const [start = '', end = ''] = [parts[0], parts.at(-1)]
    if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
    let at = start.length
    for (const part of parts.slice(1, -1)) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= text.length - end.length
  })
}
