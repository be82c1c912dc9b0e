import type { z } from 'zod'
import { quoted } from '../errors/quoted.ts'
import type { ProjectElement } from './project-element.ts'

interface Referring {
  readonly parts: readonly { readonly name: string }[]
  readonly elements: readonly ProjectElement[]
  readonly checks: readonly {
    readonly id: string
    readonly element: string
    readonly element_id?: string | undefined
    readonly part?: string | undefined
  }[]
}

/** Rejects two items with the same id, because a change could not say which of them it means. */
export function rejectRepeated(all: readonly { readonly id: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, { id }] of all.entries()) {
    if (seen.has(id)) {
      const text = { es: `se espera un id propio: «${quoted(id)}» está repetido`, en: `expected an id of its own: "${quoted(id)}" is repeated` }
      context.addIssue({ code: 'custom', path: [index, 'id'], params: { code: 'repeated', text } })
    }
    seen.add(id)
  }
}

/** Rejects a part or an element of the project that is named and not there, and a check that says in two ways where it is. */
export function rejectLoose({ parts, elements, checks }: Referring, context: z.RefinementCtx): void {
  const byId = new Map(elements.map((one) => [one.id, one]))
  const report = (path: PropertyKey[], code: string, text: { readonly es: string; readonly en: string }): void =>
    context.addIssue({ code: 'custom', path, params: { code, text } })
  const checkPart = (part: string | undefined, path: PropertyKey[]): void => {
    const named = part === undefined ? 1 : parts.filter(({ name }) => name === part).length
    if (named !== 1) report(path, named === 0 ? 'unknown' : 'ambiguous', partText(part ?? '', named))
  }
  for (const [index, { part }] of elements.entries()) checkPart(part, ['elements', index, 'part'])
  for (const [index, { element, element_id, part }] of checks.entries()) {
    const path = ['checks', index]
    checkPart(part, [...path, 'part'])
    const own = element_id === undefined ? undefined : byId.get(element_id)
    if (element_id !== undefined && own === undefined) report([...path, 'element_id'], 'unknown', unknownElement(element_id))
    else if (element === '' && own === undefined)
      report([...path, 'element'], 'missing', {
        es: 'se espera un elemento, o el element_id de uno del proyecto',
        en: 'expected an element, or the element_id of one of the project',
      })
    if (part !== undefined && own?.part !== undefined && own.part !== part)
      report([...path, 'part'], 'contradicts', {
        es: `se espera «${quoted(own.part)}», la parte en que está «${quoted(own.name)}»`,
        en: `expected "${quoted(own.part)}", the part that "${quoted(own.name)}" is in`,
      })
  }
}

/** Rejects the source of a datum that the building does not state. */
export function rejectSourceless(
  { sources, context: stated }: { readonly sources: Readonly<Record<string, string>>; readonly context: Readonly<Record<string, unknown>> },
  context: z.RefinementCtx,
): void {
  for (const field of Object.keys(sources)) {
    if (Object.hasOwn(stated, field)) continue
    const text = { es: `«${quoted(field)}» no está en context: no tiene procedencia`, en: `"${quoted(field)}" is not in context: it has no source` }
    context.addIssue({ code: 'custom', path: ['sources', field], params: { code: 'unknown', text } })
  }
}

function partText(part: string, named: number): { readonly es: string; readonly en: string } {
  return named === 0
    ? { es: `ninguna parte del proyecto se llama «${quoted(part)}»`, en: `no part of the project is called "${quoted(part)}"` }
    : { es: `${named} partes del proyecto se llaman «${quoted(part)}»`, en: `${named} parts of the project are called "${quoted(part)}"` }
}

function unknownElement(id: string): { readonly es: string; readonly en: string } {
  return { es: `ningún elemento del proyecto tiene el id «${quoted(id)}»`, en: `no element of the project has the id "${quoted(id)}"` }
}
