import type { Book } from '../../server/engine/book.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

const heading = /^[aá]mbito(?: subjetivo)?(?: y criterios generales)?(?: de aplicaci[oó]n.*)?$|^objeto y [aá]mbito|criterios de no aplicaci[oó]n/i

/** A section of scope (*ámbito de aplicación*) says what the rules it limits must ask (`alcance`), and each of them does. */
export function checkScope(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  for (const { source, sections, rules } of documents) {
    const parents = new Map(sections.map(({ value }) => [value.section, value.parent]))
    const isBelow = (slug: string, root: string): boolean => {
      for (let at: string | null | undefined = slug; at != null; at = parents.get(at)) if (at === root) return true
      return false
    }
    const loaded = new Map(book.rules.flatMap((one) => (one.document === source.slug ? [[one.rule.id, one] as const] : [])))
    for (const { file, line, value } of sections) {
      if (typeof value.alcance === 'string' || (value.alcance === undefined && !heading.test(value.title))) continue
      const roots = value.alcance?.de ?? (value.parent === null ? [] : [value.parent])
      const limited = rules.filter(
        ({ value: rule }) =>
          isDeciding(rule) &&
          rule.editions.some((edition) => value.editions.includes(edition)) &&
          (roots.length === 0 || roots.some((root) => isBelow(rule.cite.section, root))),
      )
      if (limited.length === 0) continue
      if (value.alcance === undefined) {
        sources.report(file, line, `says what ${limited.length} rules apply to: say what they must ask, or why nothing, as "alcance"`)
        continue
      }
      const { datos, salvo } = value.alcance
      for (const { file: at, line: where, value: rule } of limited) {
        if (salvo[rule.id] !== undefined || Object.keys(salvo).some((slug) => isBelow(rule.cite.section, slug))) continue
        const { uses = new Set(), outside = [] } = loaded.get(rule.id) ?? {}
        const read = new Set([...uses, ...Object.keys(rule.assume), ...outside.flatMap(({ when }) => Object.keys(when))])
        const absent = datos.filter((name) => !read.has(name))
        if (absent.length > 0)
          sources.report(at, where, `rule "${rule.id}" does not ask ${absent.join(', ')}, on which ${value.number} makes it depend`)
      }
    }
  }
}
