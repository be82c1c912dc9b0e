import { bothConditions, referenceKey } from '../../server/engine/besides.ts'
import type { Book } from '../../server/engine/book.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks `ademas`: the other rule exists, decides, measures the same quantity, and can hold in the same case. */
export function checkBesides(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  for (const { source, rules } of documents)
    for (const { file, line, value } of rules)
      for (const reference of value.besides) {
        const fault = faultOf(source.slug, value.id, reference, book)
        if (fault !== undefined) sources.report(file, line, `rule "${value.id}": ademas "${reference}" ${fault}`)
      }
}

function faultOf(document: string, id: string, reference: string, book: Book): string | undefined {
  const own = book.ruleByKey.get(`${document}/${id}`)
  const target = book.ruleByKey.get(referenceKey(document, reference))
  if (own === undefined || target === undefined) return 'is no rule of the base: expected a rule of this document, or document/rule'
  if (own === target) return 'is the rule itself'
  if (!isDeciding(target.rule)) return 'decides no verdict'
  if ((own.rule.bound === 'class') !== (target.rule.bound === 'class') || own.scale !== target.scale) return 'measures by another scale'
  if (book.units.parse(own.rule.unit)?.kind !== book.units.parse(target.rule.unit)?.kind) return `is in ${target.rule.unit}, not in ${own.rule.unit}`
  const { unclear } = bothConditions(target.rule.when, own.rule.when, book.dimensions)
  return unclear.length === 0 ? undefined : `asks otherwise of ${unclear.join(', ')}: one of both conditions must be the narrower`
}
