import type { Book } from '../../server/engine/book.ts'
import { testsDisjoint } from '../../server/engine/condition.ts'
import { ofElement } from '../../server/engine/implied.ts'
import type { Element, Rule } from '../../server/engine/schema.ts'
import { identifier } from '../../server/engine/text.ts'
import { membership } from '../../server/engine/when.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks that what elements, aliases and values set or exclude exists, can be stated in a request, and does not contradict itself. */
export function checkImplied(sources: SourceFolder, book: Book): void {
  for (const { id, values } of book.dimensions.byId.values())
    for (const { id: value, implies = {}, excludes = {} } of values) {
      const report = (message: string): void => sources.report('vocabulary/dimensions', 1, `value "${value}" of "${id}" ${message}`)
      checkValues(implies, id, book, report)
      checkValues(excludes, id, book, report)
    }
  const rulesOn = Map.groupBy(
    book.rules.flatMap(({ rule }) => [...new Set(rule.element)].map((element) => ({ element, rule }))),
    ({ element }) => element,
  )
  for (const element of book.elements.byId.values()) {
    const report = (message: string): void => sources.report('vocabulary/elements', 1, `element "${element.id}" ${message}`)
    for (const one of [element.sets, element.excludes, ...Object.values(element.alias_sets ?? {})]) checkValues(one ?? {}, '', book, report)
    checkAliases(element, report)
    checkAgreement(
      element,
      (rulesOn.get(element.id) ?? []).map(({ rule }) => rule),
      { book, report },
    )
  }
}

type Report = (message: string) => void

function checkValues(declared: Readonly<Record<string, string | readonly string[]>>, self: string, book: Book, report: Report): void {
  for (const [name, given] of Object.entries(declared)) {
    const dimension = book.dimensions.byId.get(name)
    if (dimension === undefined || dimension.source === 'place' || dimension.type === 'number' || name === self) {
      report(`sets or excludes "${name}": expected another dimension of the context, of values or boolean`)
      continue
    }
    const allowed = dimension.type === 'boolean' ? ['true', 'false'] : dimension.values.map(({ id }) => id)
    for (const value of [given].flat()) if (!allowed.includes(value)) report(`sets or excludes the unknown value "${value}" of "${name}"`)
  }
}

function checkAliases({ label, aliases, alias_sets }: Element, report: Report): void {
  const names = new Set([label, ...aliases].map(identifier))
  for (const alias of Object.keys(alias_sets ?? {})) if (!names.has(identifier(alias))) report(`has no alias "${alias}"`)
}

/** An element never sets what it or a broader one excludes or sets otherwise, and no rule of its own is out of its reach. */
function checkAgreement(element: Element, rules: readonly Rule[], { book, report }: { readonly book: Book; readonly report: Report }): void {
  const { sets, excludes } = ofElement(element, element.id, book)
  for (const [name, value] of sets) {
    if (excludes.some(([other, values]) => other === name && values.includes(value))) report(`sets and excludes "${value}" of "${name}"`)
    for (const id of book.elements.broaden(element.id)) {
      const wider = book.elements.byId.get(id)?.sets?.[name]
      if (wider !== undefined && !book.dimensions.widened(name, value).includes(wider)) report(`sets "${name}" other than "${id}" does`)
    }
    for (const rule of rules) {
      const test = rule.when[name]
      if (test !== undefined && testsDisjoint(test, membership('in', [value]), name, book.dimensions))
        report(`sets "${name}" to "${value}": its rule "${rule.id}" can never apply`)
    }
  }
}
