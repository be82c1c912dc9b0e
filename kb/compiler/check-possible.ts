import type { Book } from '../../server/engine/book.ts'
import { type Exact, isDecimal, parseDecimal, toNumber } from '../../server/engine/decimal.ts'
import { isPossible, isPossibleIn, type Possible, rangeText } from '../../server/engine/possible.ts'
import type { Rule, When } from '../../server/engine/schema.ts'
import type { Located, ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks the declared ranges of dimensions and parameters, and that no rule needs a value outside them. */
export function checkPossible(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  for (const dimension of book.dimensions.byId.values()) {
    const report = (message: string): void => sources.report('vocabulary/dimensions', 1, `dimension "${dimension.id}" ${message}`)
    checkRange(dimension, report)
    if (dimension.type !== 'number' && declares(dimension)) report('is no number: it has no min, max, above or integer')
    if (dimension.type === 'number' && dimension.default !== undefined && !isPossible(parseDecimal(dimension.default), dimension))
      report(`has an impossible default: expected ${rangeText(dimension).en}`)
  }
  for (const parameter of book.parameters.byId.values())
    checkRange(parameter, (message) => sources.report('vocabulary/parameters', 1, `parameter "${parameter.id}" ${message}`))
  for (const { rules } of documents) for (const rule of rules) checkRule(sources, rule, book)
}

function declares({ min, max, above, integer }: Possible): boolean {
  return [min, max, above, integer].some((one) => one !== undefined)
}

function checkRange({ min, max, above }: Possible, report: (message: string) => void): void {
  const low = min ?? above
  if (min !== undefined && above !== undefined) report('has both min and above: expected one')
  if (low !== undefined && max !== undefined && parseDecimal(low).compare(parseDecimal(max)) >= 0) report(`has no possible value: ${low} to ${max}`)
}

function checkRule(sources: SourceFolder, { value: rule, file, line }: Located<Rule>, book: Book): void {
  const report = (message: string): void => sources.report(file, line, `rule "${rule.id}": ${message}`)
  for (const when of [rule.when, ...[...rule.adjust, ...rule.exempt, ...rule.notices].map((part) => part.when)])
    for (const [name, figure] of figuresIn(when)) {
      const dimension = book.dimensions.byId.get(name)
      // The end of an interval may lie outside what is possible by itself: `lt: 0.5` of a whole number.
      if (dimension !== undefined && !isPossible(figure, { ...dimension, integer: false, ...openEnd(dimension) }))
        report(`"${name}" is never ${toNumber(figure)}: it is ${rangeText(dimension).en}`)
    }
  const [parameter, unit] = [book.parameters.byId.get(rule.parameter), book.units.parse(rule.unit)]
  if (parameter === undefined || unit === undefined || rule.bound === 'class') return
  for (const spec of 'min' in rule.value ? [rule.value.min, rule.value.max] : [rule.value])
    if (
      'const' in spec &&
      isDecimal(spec.const) &&
      !isPossibleIn({ ...parameter, integer: false, ...openEnd(parameter) }, parseDecimal(spec.const), unit, book.units)
    )
      report(`no value can be ${spec.const} ${rule.unit}: ${parameter.id} is ${rangeText(parameter).en}`)
}

/** A rule may compare with the very value that is just out of reach. */
function openEnd({ above }: Possible): Pick<Possible, 'above' | 'min'> {
  return above === undefined ? {} : { above: undefined, min: above }
}

function figuresIn(when: When): [string, Exact][] {
  return Object.entries(when).flatMap(([name, test]) =>
    (test.kind === 'interval' ? [test.lt, test.lte, test.gt, test.gte] : test.numbers).flatMap((figure): [string, Exact][] =>
      figure === undefined ? [] : [[name, figure]],
    ),
  )
}
