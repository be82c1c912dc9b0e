import type { Book } from '../../server/engine/book.ts'
import type { Thresholds } from '../../server/engine/thresholds.ts'
import type { SourceFolder } from './source-file.ts'

const file = 'vocabulary/thresholds.yaml'

/** Each rule is a threshold, named once, and measured as its dimension is. */
export function checkThresholds(sources: SourceFolder, all: readonly Thresholds[], { dimensions, ruleByKey, units }: Book): void {
  const seen = new Set<string>()
  for (const { dimension: id, rules } of all) {
    const dimension = dimensions.byId.get(id)
    if (dimension?.type !== 'number') sources.report(file, 1, `"${id}" is no number of the vocabulary`)
    for (const key of rules) {
      const rule = ruleByKey.get(key)?.rule
      if (rule?.kind !== 'threshold') sources.report(file, 1, `"${key}" is no threshold`)
      else if (units.parse(rule.unit)?.kind !== units.parse(dimension?.unit ?? '1')?.kind)
        sources.report(file, 1, `"${key}" is in ${rule.unit}, and ${id} in ${dimension?.unit ?? '1'}`)
      if (seen.has(key)) sources.report(file, 1, `"${key}" is named twice`)
      seen.add(key)
    }
  }
}
