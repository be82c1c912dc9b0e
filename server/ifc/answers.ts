import type { ModelElement } from './model.ts'
import type { Answer } from './user-map.ts'

/** Returns a function that gives the answers of a map that are about an element, in their order. */
export function answersFor(
  answers: readonly Answer[],
  roomOf: (element: ModelElement) => string | undefined,
  storeyName: (element: ModelElement) => string,
): (element: ModelElement) => readonly Answer[] {
  const kept = new Map<ModelElement, readonly Answer[]>()
  const matchers = answers.map((answer) => {
    const [name, type, storey, room, id] = [answer.name, answer.type, answer.storey, answer.room, answer.global_id].map(matcher)
    const tests = [
      (element: ModelElement) => answer.class === undefined || answer.class === element.class,
      (element: ModelElement) => name?.(element.name) === true && type?.(element.typeName) === true && id?.(element.globalId) === true,
      (element: ModelElement) => storey?.(storeyName(element)) === true && room?.(roomOf(element) ?? '') === true,
    ]
    return { answer, tests }
  })
  return (element) => {
    const known = kept.get(element)
    if (known !== undefined) return known
    const found = matchers.flatMap(({ answer, tests }) => (tests.every((test) => test(element)) ? [answer] : []))
    kept.set(element, found)
    return found
  }
}

/** Tests a text against patterns. Without any, every text passes. */
function matcher(patterns: string | readonly string[] | undefined): (text: string) => boolean {
  if (patterns === undefined) return () => true
  const all = [patterns].flat()
  const exact = new Set(all.filter((pattern) => !pattern.includes('*')))
  const parted = all.filter((pattern) => pattern.includes('*')).map((pattern) => pattern.split('*'))
  return (text) => exact.has(text) || parted.some((parts) => fits(parts, text))
}

/** True if a text is made of the parts in their order, with any text between them. */
function fits(parts: readonly string[], text: string): boolean {
  const [start = '', end = ''] = [parts[0], parts.at(-1)]
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
  let at = start.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - end.length
}
